/// What a platform's passkey provider is asked, once it is clear that it can do it.
enum PasskeyRequest: Hashable, Sendable {
    case registration(PasskeyRegistrationRequest)
    case assertion(PasskeyAssertionRequest)

    var relyingPartyID: String {
        switch self {
        case .registration(let request): request.relyingPartyID
        case .assertion(let request): request.relyingPartyID
        }
    }

    /// Whether the sheet is not to offer a passkey of another device, which would sign what is then refused.
    var isForThisDeviceAlone: Bool {
        switch self {
        case .registration: false
        case .assertion: true
        }
    }
}

/// A new passkey: always discoverable, always ES256.
struct PasskeyRegistrationRequest: Hashable, Sendable {
    let relyingPartyID: String
    let challenge: [UInt8]
    let userID: [UInt8]
    /// What the person reads in the sheet, and beside the passkey for ever.
    let userName: String
    let verification: PasskeyVerification
    let excluded: [[UInt8]]
}

/// A signature by a passkey; no ids allow each that this device holds for the relying party.
struct PasskeyAssertionRequest: Hashable, Sendable {
    let relyingPartyID: String
    let challenge: [UInt8]
    let allowed: [[UInt8]]
    let verification: PasskeyVerification
}
