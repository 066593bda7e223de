import ChaveBase
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
    /// The bank's name, as the authenticator may show it.
    public var rpName: String? { options.relyingPartyName }
    /// The account's handle, base64url; it goes back as it came.
    public var userId: String? { options.userID }
    /// The account's name, as the authenticator may show it.
    public var userName: String? { options.userName }
    /// The person's name, as the authenticator may show it.
    public var userDisplayName: String? { options.userDisplayName }
    /// COSE algorithms in the order of preference.
    public var algorithms: [Int] { options.algorithms.map { Int(clamping: $0) } }
    /// In milliseconds.
    public var timeout: Int? { options.timeoutMilliseconds.map { Int(clamping: $0) } }
}
