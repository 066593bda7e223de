import ChaveBase
public import ChaveWire

/// A refusal in the form of RFC 6749, section 5.2, and its extensions.
///
/// A refusal contains no personal data, and no value that the caller sent.
public struct OAuthError: Error, Hashable, Sendable {
    /// The codes of the registry "OAuth Extensions Error" and of this API; raw values go over the wire.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case invalidScope = "invalid_scope"
        case accessDenied = "access_denied"
        case serverError = "server_error"
        case temporarilyUnavailable = "temporarily_unavailable"
        case unsupportedTokenType = "unsupported_token_type"
        /// RFC 8707, section 2.
        case invalidTarget = "invalid_target"
        /// RFC 6750, section 3.1.
        case invalidToken = "invalid_token"
        case insufficientScope = "insufficient_scope"
        /// RFC 9126, section 2.3, through RFC 9101, section 6.
        case invalidRequestURI = "invalid_request_uri"
        /// OpenID Connect Core, section 3.1.2.6.
        case requestNotSupported = "request_not_supported"
        case requestURINotSupported = "request_uri_not_supported"
        /// RFC 9449, sections 5 and 8.
        case invalidDPoPProof = "invalid_dpop_proof"
        case useDPoPNonce = "use_dpop_nonce"
        /// OpenID Connect Core, section 3.1.2.6.
        case loginRequired = "login_required"
        case consentRequired = "consent_required"
        case interactionRequired = "interaction_required"
        /// draft-ietf-oauth-first-party-apps, section 5.2.2.
        case insufficientAuthorization = "insufficient_authorization"
        case invalidSession = "invalid_session"
        // The following codes belong to this API.
        /// The registration token is unknown, used or too old: one answer for all cases.
        case invalidRegistrationToken = "invalid_registration_token"
        /// The nine-digit code is unknown, used or too old: one answer for all cases.
        case invalidCode = "invalid_code"
        case slowDown = "slow_down"
        case proofOfWorkRequired = "proof_of_work_required"
        case notFound = "not_found"
        case conflict = "conflict"
    }

    public var code: Code
    /// One sentence for a developer: the error and its remedy.
    public var description: String
    public var status: Int
    /// The parameter that is wrong.
    public var field: String?
    public var retryAfterSeconds: Int?
    /// Further members of the answer, such as `auth_session`.
    public var members: JSONObject

    public init(
        _ code: Code,
        _ description: String,
        status: Int = 400,
        field: String? = nil,
        retryAfterSeconds: Int? = nil,
        members: JSONObject = JSONObject()
    ) {
        self.code = code
        self.description = description
        self.status = status
        self.field = field
        self.retryAfterSeconds = retryAfterSeconds
        self.members = members
    }

    /// The body of the answer.
    public var json: JSONValue {
        var object = members
        object["error"] = .string(code.rawValue)
        object["error_description"] = .string(description)
        object["field"] = field.map(JSONValue.string)
        return .object(object)
    }
}

/// A printed or dumped error shows its description, but none of its ``members``, which contain sessions and challenges.
extension OAuthError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { "\(code.rawValue): \(description)" }
    public var customMirror: Mirror {
        Mirror(self, children: ["code": code.rawValue, "description": description, "status": status])
    }
}
