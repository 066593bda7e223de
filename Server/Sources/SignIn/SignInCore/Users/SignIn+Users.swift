public import ChaveBase
public import ChaveWire
public import SignInModel

/// The values for creating a user.
public struct UserDraft: Hashable, Sendable, Redacted {
    public var externalID: String
    public var email: String
    public var userName: String
    public var displayName: String
    public var claims: JSONObject

    public init(
        externalID: String,
        email: String,
        userName: String,
        displayName: String,
        claims: JSONObject = JSONObject()
    ) {
        self.externalID = externalID
        self.email = email
        self.userName = userName
        self.displayName = displayName
        self.claims = claims
    }
}

extension SignIn {
    /// Stores the user, then mails a link that registers a device.
    ///
    /// - Throws: `OAuthError.Code.temporarilyUnavailable` where the mail was not accepted: the user exists all the
    ///   same.
    public func createUser(_ draft: UserDraft, of tenant: TenantID) async throws -> User {
        try SignIn.check(draft)
        let id = world.newIDText()
        let (user, token, organisation) = try await records.changing {
            let organisation = try await mailing(tenant)
            try await requireFree(draft.externalID, of: tenant)
            let user = User(
                tenant: tenant,
                id: id,
                externalID: draft.externalID,
                email: draft.email,
                userName: draft.userName,
                displayName: draft.displayName,
                claims: draft.claims,
                createdAt: world.now()
            )
            var change = RecordChange()
            change.require(organisation)
            change.insert(user)
            note(.userCreated, tenant, user: id, in: &change)
            let token = try await makeLink(.registration, for: user, in: &change)
            return (change, (user, token, organisation.record))
        }
        try await mailLink(token, .registration, to: user, of: organisation)
        return user
    }

    /// Mails a link that registers a device and ends the user's other devices; they work until the link is spent.
    public func recoverUser(externalID: String, of tenant: TenantID) async throws -> User {
        let (user, token, organisation) = try await records.changing {
            let organisation = try await mailing(tenant)
            let index = User.index(externalID: externalID)
            guard let user = try await records.find(User.self, by: index, of: tenant) else { throw SignIn.unknownUser }
            guard user.record.status == .active else {
                throw OAuthError(.conflict, "The user is suspended: activate them first.", status: 409)
            }
            var change = RecordChange()
            change.touch(user)
            note(.recoveryMailed, tenant, user: user.record.id, in: &change)
            let token = try await makeLink(.recovery, for: user.record, in: &change)
            return (change, (user.record, token, organisation.record))
        }
        try await mailLink(token, .recovery, to: user, of: organisation)
        return user
    }

    /// - Throws: `OAuthError.Code.notFound`.
    public func user(_ id: String, of tenant: TenantID) async throws -> User { try await known(id, of: tenant).record }

    /// The user; `nil` where there is none: a deleted user has no external id any more.
    public func user(externalID: String, of tenant: TenantID) async throws -> User? {
        try await records.find(User.self, by: User.index(externalID: externalID), of: tenant)?.record
    }

    /// The tenant's users, oldest first, deleted ones too, at most `limit`, after the id `last` where it is given.
    public func users(of tenant: TenantID, after last: String? = nil, limit: Int = 100) async throws -> [User] {
        try await records.list(User.self, of: tenant, after: last, limit: limit).map(\.record)
    }

    static var unknownUser: OAuthError { OAuthError(.notFound, "There is no such user.", status: 404) }

    func known(_ id: String, of tenant: TenantID) async throws -> Loaded<User> {
        guard let user = try await records.find(User.self, id, of: tenant) else { throw SignIn.unknownUser }
        return user
    }

    /// The tenant, if its links have a target.
    private func mailing(_ tenant: TenantID) async throws -> Loaded<Tenant> {
        let loaded = try await known(tenant)
        guard loaded.record.registrationRedirectURI != nil else {
            throw OAuthError(
                .conflict,
                "Set registration_redirect_uri by POST /v0/configs/profile first: mailed links lead there.",
                status: 409
            )
        }
        return loaded
    }

    private static func check(_ draft: UserDraft) throws(OAuthError) {
        try TextRule.line(draft.externalID, "external_id", longest: 255)
        try TextRule.mailAddress(draft.email, "email")
        try TextRule.line(draft.userName, "user_name")
        try TextRule.line(draft.displayName, "display_name")
        try CustomClaims.check(draft.claims)
    }
}
