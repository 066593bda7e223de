/// A request to a platform's passkey provider that the provider can fulfil.
enum PasskeyRequest: Hashable, Sendable {
    case registration(PasskeyRegistrationRequest)
    case assertion(PasskeyAssertionRequest)

    var relyingPartyID: String {
        switch self {
        case .registration(let request): request.relyingPartyID
        case .assertion(let request): request.relyingPartyID
        }
    }

    /// Whether the sheet should not offer a passkey of another device, whose signature would be refused later.
    var isForThisDeviceAlone: Bool {
        switch self {
        case .registration: false
        case .assertion: true
        }
    }
}

/// The request for a new passkey: always discoverable, always ES256.
struct PasskeyRegistrationRequest: Hashable, Sendable {
    let relyingPartyID: String
    let challenge: [UInt8]
    let userID: [UInt8]
    /// The name in the sheet and, permanently, beside the passkey.
    let userName: String
    let verification: PasskeyVerification
    let excluded: [[UInt8]]
}

/// The request for a signature by a passkey; an empty list allows each of this device for the relying party.
struct PasskeyAssertionRequest: Hashable, Sendable {
    let relyingPartyID: String
    let challenge: [UInt8]
    let allowed: [[UInt8]]
    let verification: PasskeyVerification
}

/// `userVerification` of the options; an unknown value counts as preferred, as in the standard (section 5.8.6).
enum PasskeyVerification: String, Hashable, Sendable {
    case required, preferred, discouraged

    init(option: String?) { self = option.flatMap(PasskeyVerification.init(rawValue:)) ?? .preferred }
}
