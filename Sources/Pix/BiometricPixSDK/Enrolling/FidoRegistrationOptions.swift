import ChaveBase
import ChavePixModel
import ChaveWire

/// The bank's request for a new credential (WebAuthn's creation options).
public struct FidoRegistrationOptions: Hashable, Sendable {
    private let options: RegistrationOptions

    init(_ options: RegistrationOptions) { self.options = options }

    /// The options as the bank wrote them, for `startRegistration`.
    public func toJsonString() -> String { options.json.text }

    /// The challenge, base64url.
    public var challenge: String { options.challengeText }
    /// The relying party's id.
    public var rpId: String? { options.relyingPartyID }
    /// The bank's name, which the authenticator may show.
    public var rpName: String? { options.relyingPartyName }
    /// The account's handle, base64url; it goes back unchanged.
    public var userId: String? { options.userID }
    /// The account's name, which the authenticator may show.
    public var userName: String? { options.userName }
    /// The person's name, which the authenticator may show.
    public var userDisplayName: String? { options.userDisplayName }
    /// The COSE algorithms in the order of preference.
    public var algorithms: [Int] { options.algorithms.map { Int(clamping: $0) } }
    /// The maximum duration of the ceremony, in milliseconds.
    public var timeout: Int? { options.timeoutMilliseconds.map { Int(clamping: $0) } }
}
