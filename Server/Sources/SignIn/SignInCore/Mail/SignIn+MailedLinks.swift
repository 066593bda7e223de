import ChaveBase
import Hashing
public import SignInModel

extension SignIn {
    /// The address to which a mailed link redirects the browser: `<registration_redirect_uri>/register?token=…`.
    ///
    /// This call changes nothing, because mail scanners open links too. A spent link still leads there, because the
    /// device that spent it may have lost the answer. Only ``bind(token:request:deviceName:tenant:)`` tells whether the
    /// link is good.
    ///
    /// - Throws: `OAuthError.Code.invalidRegistrationToken`.
    public func bindRedirection(token: String, tenant: TenantID?) async throws -> String {
        let link = try await liveLink(token, at: tenant)
        guard let tenant = try await self.tenant(link.record.tenant), let base = tenant.registrationRedirectURI else {
            throw SignIn.invalidToken
        }
        return SignIn.link(to: "register", token: token, below: base)
    }

    /// The state that a page with a mailed link may show.
    ///
    /// This call changes nothing, and serves every caller that has the token.
    public func standing(ofLink token: String) async throws -> MailedLink.Standing {
        do {
            return try await liveLink(token, at: nil).record.spent == nil ? .good : .spent
        } catch is OAuthError {
            return .over
        }
    }

    /// One answer for a token that is wrong, used, too old or replaced.
    static var invalidToken: OAuthError {
        OAuthError(.invalidRegistrationToken, "The link is not good any more: ask for a new one.", field: "token")
    }

    /// The link of a token, before its end; a link of another tenant than the address's counts as unknown.
    func liveLink(_ token: String, at place: TenantID?) async throws -> Loaded<MailedLink> {
        let digest = Digest(ofText: token)
        guard let link = try await records.find(MailedLink.self, by: MailedLink.index(digest), of: nil),
            link.record.digest.equalsInConstantTime(digest), place == nil || link.record.tenant == place,
            world.deadlineNow() < link.record.endsAt
        else { throw SignIn.invalidToken }
        return link
    }

    /// Replaces the user's last link with a new one, and returns its token.
    func makeLink(_ purpose: MailedLink.Purpose, for user: User, in change: inout RecordChange) async throws -> String {
        let token = world.newSecret()
        let link = MailedLink(
            tenant: user.tenant,
            user: user.id,
            purpose: purpose,
            digest: Digest(ofText: token),
            endsAt: world.deadlineNow().adding(seconds: policy.mailedLinkSeconds)
        )
        if var earlier = try await records.find(MailedLink.self, user.id, of: user.tenant) {
            earlier.record = link
            change.replace(earlier)
        } else {
            change.insert(link)
        }
        return token
    }

    /// Sends the mail, after its link was stored.
    func mailLink(_ token: String, _ purpose: MailedLink.Purpose, to user: User, of tenant: Tenant) async throws {
        let address = SignIn.link(to: "bind", token: token, below: policy.issuer(of: tenant.tenant))
        do {
            let account = "\(policy.issuer(of: tenant.tenant))/account"
            try await mail.send(
                LinkMail.mail(to: user, of: tenant, purpose: purpose, address: address, account: account)
            )
        } catch {
            throw OAuthError(
                .temporarilyUnavailable,
                "The user is stored and the mail was not taken: POST /v1/manage/recover-user sends another.",
                status: 503
            )
        }
    }

    private static func link(to step: String, token: String, below base: String) -> String {
        (base.hasSuffix("/") ? base : base + "/") + "\(step)?token=\(token)"
    }
}
