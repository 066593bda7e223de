import ChavePixModel
import ChaveWire

/// What the bank asks the device to make (WebAuthn's creation options).
public struct FidoRegistrationOptions: Hashable, Sendable {
    private let options: RegistrationOptions

    init(_ options: RegistrationOptions) { self.options = options }

    /// The options as the bank wrote them, for `startRegistration`.
    public func toJsonString() -> String { options.json.text }

    /// Base64url.
    public var challenge: String { options.challengeText }
    /// The relying party's id.
    public var rpId: String? { options.relyingPartyID }
    public var rpName: String? { options.relyingPartyName }
    public var userId: String? { options.userID }
    public var userName: String? { options.userName }
    public var userDisplayName: String? { options.userDisplayName }
    /// COSE algorithms in the order of preference.
    public var algorithms: [Int] { options.algorithms.map { Int(clamping: $0) } }
    /// In milliseconds.
    public var timeout: Int? { options.timeoutMilliseconds.map { Int(clamping: $0) } }
}
