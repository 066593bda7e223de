public import ChaveBase
public import ChaveWire

/// The changes to a user; `nil` leaves a value as it is.
public struct UserPatch: Hashable, Sendable, Redacted {
    public var externalID: String?
    /// The new address, which counts once the person has proven to read its mail.
    public var email: String?
    public var userName: String?
    public var displayName: String?
    /// All claims that the person has afterwards.
    public var claims: JSONObject?

    public init(
        externalID: String? = nil,
        email: String? = nil,
        userName: String? = nil,
        displayName: String? = nil,
        claims: JSONObject? = nil
    ) {
        self.externalID = externalID
        self.email = email
        self.userName = userName
        self.displayName = displayName
        self.claims = claims
    }

    private var isEmpty: Bool { self == UserPatch() }

    package func check() throws(OAuthError) {
        guard !isEmpty else {
            throw OAuthError(
                .invalidRequest,
                "Send at least one member that is to be changed, as docs/sign-in.md has them."
            )
        }
        if let externalID { try TextRule.line(externalID, "external_id", longest: 255) }
        if let email { try TextRule.mailAddress(email, "email") }
        if let userName { try TextRule.line(userName, "user_name") }
        if let displayName { try TextRule.line(displayName, "display_name") }
        if let claims { try CustomClaims.check(claims) }
    }

    /// Applies all changes except the address.
    package func apply(to user: inout User) {
        user.externalID = externalID ?? user.externalID
        user.userName = userName ?? user.userName
        user.displayName = displayName ?? user.displayName
        user.claims = claims ?? user.claims
    }
}
