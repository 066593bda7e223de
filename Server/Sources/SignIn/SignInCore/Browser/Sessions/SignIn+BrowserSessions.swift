public import ChaveBase
import Hashing
public import SignInModel

/// The person who is signed in in a browser.
public struct BrowserPerson: Hashable, Sendable {
    public var tenantName: String
    public var displayName: String
    public var userName: String
    public var signedInAt: Timestamp
    /// Whether the sign-in is recent enough to change passkeys.
    public var isRecent: Bool
}

extension SignIn {
    /// The person of a browser; `nil` where no person is signed in, or not any more.
    public func browserPerson(_ visit: BrowserVisit, of tenant: TenantID) async throws -> BrowserPerson? {
        guard let session = try await liveSession(visit, of: tenant) else { return nil }
        let user = try await known(session.record.user.id, of: tenant).record
        return BrowserPerson(
            tenantName: try await known(tenant).record.displayName,
            displayName: user.displayName,
            userName: user.userName,
            signedInAt: session.record.user.authenticatedAt,
            isRecent: isRecent(session.record)
        )
    }

    /// Ends this browser's session, or all sessions of its person; does nothing where no person is signed in.
    public func signOut(_ visit: BrowserVisit, of tenant: TenantID, everywhere: Bool) async throws {
        try await records.changing {
            var change = RecordChange()
            guard let session = try await liveSession(visit, of: tenant) else { return (change, ()) }
            note(.sessionEnded, tenant, session.record.user, in: &change)
            if everywhere {
                change.touch(try await known(session.record.user.id, of: tenant))
                for one in try await sessions(of: session.record.user.id, tenant) { try await end(one, in: &change) }
            } else {
                try await end(session, in: &change)
            }
            return (change, ())
        }
    }

    /// The session of a browser's cookie, if its person and device still count.
    func liveSession(_ visit: BrowserVisit, of tenant: TenantID) async throws -> Loaded<BrowserSession>? {
        guard let digest = visit.sessionDigest,
            var session = try await records.find(BrowserSession.self, digest.text, of: tenant)
        else { return nil }
        let now = world.deadlineNow()
        guard now < session.record.endsAt,
            let user = try await records.find(User.self, session.record.user.id, of: tenant)?.record,
            user.changedAt == session.record.userChangedAt,
            try await isActive(session.record.user, of: tenant)
        else { return nil }
        if now >= session.record.usedAt.adding(seconds: policy.browser.touchSeconds) {
            session.record.use(at: now, policy.browser)
            var change = RecordChange()
            change.replace(session)
            // If another page of the same browser was faster, that page has already moved the end.
            _ = try await records.commit(change)
            return try await records.find(BrowserSession.self, digest.text, of: tenant)
        }
        return session
    }

    /// Replaces the browser's old session with a new one; `secret` is the cookie's value.
    ///
    /// - Throws: ``BrowserRefusal/personEnded``.
    func beginSession(
        for user: SignedInUser,
        _ visit: BrowserVisit,
        of tenant: TenantID,
        in change: inout RecordChange
    ) async throws -> (secret: String, session: BrowserSession) {
        guard try await isActive(user, of: tenant), let person = try await records.find(User.self, user.id, of: tenant)
        else { throw BrowserRefusal.personEnded }
        let (secret, now) = (world.newSecret(), world.deadlineNow())
        // A commit that ends or counts the person's sessions meanwhile touches the person too.
        change.touch(person)
        let former = visit.sessionDigest?.text
        var user = user
        user.session = try await succeed(former, by: user, of: tenant, in: &change)
        let others = try await sessions(of: user.id, tenant).filter { $0.record.digest.text != former }
        let oldest = others.sorted { $0.record.usedAt < $1.record.usedAt }
        for one in oldest.prefix(max(0, others.count + 1 - policy.browser.sessionsPerUser)) {
            try await end(one, in: &change)
        }
        var session = BrowserSession(
            tenant: tenant,
            digest: Digest(ofText: secret),
            user: user,
            userChangedAt: person.record.changedAt,
            begunAt: now,
            usedAt: now,
            endsAt: now,
            challenge: world.randomBytes(32)
        )
        session.use(at: now, policy.browser)
        change.insert(session)
        note(user.passkey == nil ? .browserApproved : .signedInByPasskey, tenant, user, in: &change)
        return (secret, session)
    }

    /// Removes the browser's former session, and returns the name of the session that follows it.
    ///
    /// The name stays the same where the same person signs in again, so that their clients need not end anything.
    private func succeed(
        _ former: String?,
        by user: SignedInUser,
        of tenant: TenantID,
        in change: inout RecordChange
    ) async throws -> String {
        guard let former, let old = try await records.find(BrowserSession.self, former, of: tenant) else {
            return world.newSecret()
        }
        guard old.record.user.id == user.id, let name = old.record.user.session else {
            try await end(old, in: &change)
            return world.newSecret()
        }
        change.remove(old)
        return name
    }

    func isRecent(_ session: BrowserSession) -> Bool {
        world.now() < session.user.authenticatedAt.adding(seconds: policy.browser.recentSeconds)
    }

    func sessions(of user: String, _ tenant: TenantID) async throws -> [Loaded<BrowserSession>] {
        let (index, limit) = (BrowserSession.index(user: user), 2 * policy.browser.sessionsPerUser)
        return try await records.list(BrowserSession.self, by: index, of: tenant, limit: limit)
    }
}

/// A browser's values in its cookies.
public struct BrowserVisit: Hashable, Sendable {
    /// A random value since the first page; ties a request to this browser.
    public var visit: String
    /// The session's secret for the tenant in question, where a person has signed in.
    public var session: String?

    public init(visit: String, session: String?) {
        self.visit = visit
        self.session = session
    }

    var visitDigest: Digest { Digest(ofText: visit) }
    var sessionDigest: Digest? { session.map { Digest(ofText: $0) } }
}
