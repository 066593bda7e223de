import ChaveBase
import ChavePixModel
import ChaveWire

/// The bank's request for a signature (WebAuthn's request options).
public struct FidoOptions: Hashable, Sendable {
    private let options: SignOptions

    init(_ options: SignOptions) { self.options = options }

    /// The options as the bank wrote them, for `startSigning`.
    public func toJsonString() -> String { options.json.text }

    /// The relying party's id.
    public var rpId: String? { options.relyingPartyID }
    /// The maximum duration of the ceremony, in milliseconds.
    public var timeout: Int? { options.timeoutMilliseconds.map { Int(clamping: $0) } }
    /// The challenge, base64url.
    public var challenge: String { options.challengeText }
    /// The ids of the credentials that may sign, base64url.
    public var allowedCredentialIds: [String] { options.allowedCredentialIDs }
    /// The user verification, `required`, `preferred` or `discouraged`; banks ask for the first.
    public var userVerification: String? { options.userVerification }
}
