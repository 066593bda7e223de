public import ChaveDeviceKeys

/// A WebAuthn Level 3 authenticator and client in one, in software.
///
/// The authenticator is for Linux, simulators and CI: it is as safe as its key store and its operating-system account.
/// Its flags are true: UP and UV follow from the gesture. BE and BS are never set, because its keys are neither synced
/// nor designed for syncing.
///
/// Only the extension `credProps` has an effect, which the standard allows.
public struct SoftwareAuthenticator: PlatformAuthenticator {
    /// The AAGUID of this model: bc600be4-ffd8-453b-9858-6c500e30a66c.
    public static let aaguid: [UInt8] = [
        0xBC, 0x60, 0x0B, 0xE4, 0xFF, 0xD8, 0x45, 0x3B, 0x98, 0x58, 0x6C, 0x50, 0x0E, 0x30, 0xA6, 0x6C,
    ]

    let store: any KeyStore
    let gesture: UserGesture
    let configuration: Configuration

    /// Creates an authenticator over a store.
    ///
    /// - Parameters:
    ///   - store: the store of its credentials.
    ///   - gesture: the question to the person.
    ///   - configuration: its other inputs.
    public init(store: any KeyStore, gesture: UserGesture, configuration: Configuration = Configuration()) {
        self.store = store
        self.gesture = gesture
        self.configuration = configuration
    }

    public func makeCredential(
        _ options: CredentialCreationOptions
    ) async throws(DeviceKeyError) -> CreatedCredential {
        try await Registration(authenticator: self, options: options).run()
    }

    public func getAssertion(
        _ options: CredentialRequestOptions
    ) async throws(DeviceKeyError) -> CredentialAssertion {
        try await Assertion(authenticator: self, options: options).run()
    }

    /// Asks the person and converts the answer into flags.
    ///
    /// - Throws: `.userCancelled`, or the gesture's error.
    func ask(_ request: GestureRequest) async throws(DeviceKeyError) -> UserFlags {
        let answer = await gesture.ask(request)
        guard !Task.isCancelled else { throw DeviceKeyError(.userCancelled, "the call was cancelled") }
        switch answer {
        case .cancelled: throw DeviceKeyError(.userCancelled, "the person said no or did not answer")
        case .failed(let error): throw error
        case .verified: return UserFlags(isVerified: true)
        case .present: return UserFlags(isVerified: false)
        }
    }
}

extension GestureRequest.Verification {
    /// The requirement of the options' text; an absent or unknown text counts as `preferred` (WebAuthn Level 3, section
    /// 5.4.4).
    init(options text: String?) { self = text.flatMap(Self.init(rawValue:)) ?? .preferred }
}
