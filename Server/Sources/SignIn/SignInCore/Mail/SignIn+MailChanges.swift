import ChaveBase
import Hashing
public import SignInModel

extension SignIn {
    /// The path of a mailed link to a new address, below the issuer.
    public static let mailProofPath = "/account/new-email"

    /// The new address that a user has not proven yet; `nil` where there is none, or its link is over.
    public func pendingMail(of user: String, _ tenant: TenantID) async throws -> String? {
        try await records.find(MailChange.self, user, of: tenant).flatMap { live($0.record)?.address }
    }

    /// The unproven addresses for one page of ``users(of:after:limit:)``, by user.
    public func pendingMails(
        of tenant: TenantID,
        after last: String? = nil,
        limit: Int = 100
    ) async throws -> [String: String] {
        // The page has at least as many users, since each change belongs to one of them.
        let found = try await records.list(MailChange.self, of: tenant, after: last, limit: limit)
        let pairs = found.compactMap { live($0.record) }.map { ($0.user, $0.address) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The content of a mailed link's page; changes nothing.
    ///
    /// - Returns: `nil` for a link that is wrong, used, too old or replaced.
    public func mailChange(byToken token: String, of tenant: TenantID) async throws -> OfferedMailChange? {
        try await offered(token, of: tenant).map { offered(of: $0.change.record, $0.user.record, $0.tenant) }
    }

    /// Makes the new address the person's verified address, and spends the link.
    ///
    /// A registration link that was mailed to the old address is removed, unless a device has used it.
    ///
    /// - Returns: the change; `nil` for a link that is wrong, used, too old or replaced.
    public func proveMail(byToken token: String, of tenant: TenantID) async throws -> OfferedMailChange? {
        try await records.changing {
            guard var offer = try await offered(token, of: tenant) else { return (RecordChange(), nil) }
            offer.user.record.email = offer.change.record.address
            offer.user.record.hasProvenMail = true
            offer.user.record.describedAt = world.now()
            var change = RecordChange()
            change.replace(offer.user)
            change.remove(offer.change)
            note(.mailChanged, tenant, user: offer.user.record.id, in: &change)
            if let link = try await records.find(MailedLink.self, offer.user.record.id, of: tenant),
                link.record.spent == nil
            {
                change.remove(link)
            }
            return (change, offered(of: offer.change.record, offer.user.record, offer.tenant))
        }
    }

    /// Replaces the earlier offer with a new address, or removes it; returns the link's token.
    ///
    /// The caller must touch the user.
    func offerMail(_ address: String?, to user: User, in change: inout RecordChange) async throws -> String? {
        guard let address else { return nil }
        let earlier = try await records.find(MailChange.self, user.id, of: user.tenant)
        guard address != user.email else {
            if let earlier { change.remove(earlier) }
            return nil
        }
        guard user.status == .active else {
            throw OAuthError(.conflict, "The user is suspended: activate them first.", status: 409, field: "email")
        }
        let token = world.newSecret()
        let offer = MailChange(
            tenant: user.tenant,
            user: user.id,
            address: address,
            digest: Digest(ofText: token),
            endsAt: world.deadlineNow().adding(seconds: policy.mailedLinkSeconds)
        )
        note(.mailOffered, user.tenant, user: user.id, in: &change)
        if var earlier {
            earlier.record = offer
            change.replace(earlier)
        } else {
            change.insert(offer)
        }
        return token
    }

    /// Sends the notice to the present address, then the link to the new one.
    func mailProof(_ token: String, of address: String, to user: User) async throws {
        let tenant = try await known(user.tenant).record
        let link = "\(policy.issuer(of: user.tenant))\(SignIn.mailProofPath)?token=\(token)"
        do {
            try await mail.send(MailChangeMail.notice(to: user.email, of: tenant))
            try await mail.send(MailChangeMail.proof(to: address, of: tenant, address: link))
        } catch {
            throw OAuthError(
                .temporarilyUnavailable,
                "The address is as before: a mail was not taken. The same PATCH again sends another.",
                status: 503
            )
        }
    }

    private struct Offer {
        var change: Loaded<MailChange>
        var user: Loaded<User>
        var tenant: Tenant
    }

    private func offered(_ token: String, of tenant: TenantID) async throws -> Offer? {
        let digest = Digest(ofText: token)
        guard let change = try await records.find(MailChange.self, by: MailChange.index(digest), of: tenant),
            change.record.digest.equalsInConstantTime(digest), live(change.record) != nil,
            let user = try await records.find(User.self, change.record.user, of: tenant), user.record.status == .active
        else { return nil }
        return Offer(change: change, user: user, tenant: try await known(tenant).record)
    }

    private func offered(of change: MailChange, _ user: User, _ tenant: Tenant) -> OfferedMailChange {
        OfferedMailChange(
            tenantName: tenant.displayName,
            displayName: user.displayName,
            address: change.address
        )
    }

    private func live(_ change: MailChange) -> MailChange? { world.deadlineNow() < change.endsAt ? change : nil }
}
