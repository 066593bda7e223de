import ChaveWire

/// Why a credential that was recorded is good no more; raw values go over the wire as `credential_state`.
///
/// In the order of precedence.
public enum CredentialState: String, Hashable, Sendable, CaseIterable {
    case userDeleted = "user_deleted"
    case userSuspended = "user_suspended"
    case deviceDeleted = "device_deleted"

    /// For whoever has shown that they have the credential's key, and for nobody else.
    public var refusal: OAuthError {
        var members = JSONObject()
        members.set("credential_state", rawValue)
        return OAuthError(.accessDenied, "The credential is good no more.", status: 403, members: members)
    }
}
