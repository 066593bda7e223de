import ChaveBase
import ChaveWebAuthn
public import ChaveWire

extension SignIn {
    /// The passkeys of the person who is signed in, by age.
    ///
    /// - Throws: ``BrowserRefusal/notSignedIn``.
    public func passkeys(_ visit: BrowserVisit, of tenant: TenantID) async throws -> [BrowserPasskey] {
        let session = try await session(visit, of: tenant)
        return try await passkeys(of: session.record.user.id, tenant).map(\.record)
    }

    /// The options of a new passkey.
    ///
    /// - Throws: ``BrowserRefusal/notSignedIn``, ``BrowserRefusal/notRecent``, ``BrowserRefusal/tooManyPasskeys``.
    public func passkeyCreation(_ visit: BrowserVisit, of tenant: TenantID) async throws -> JSONValue {
        let session = try await recentSession(visit, of: tenant)
        let user = try await known(session.record.user.id, of: tenant).record
        let known = try await passkeys(of: user.id, tenant)
        guard known.count < policy.browser.passkeysPerUser else { throw BrowserRefusal.tooManyPasskeys }
        return PasskeyOptions.creation(
            for: user,
            by: policy.relyingParty,
            named: try await self.known(tenant).record.displayName,
            challenge: session.record.challenge,
            excluding: known.map(\.record)
        )
    }

    /// Records what the browser made, and answers it.
    ///
    /// The challenge is spent by whatever can be read. What cannot be read writes nothing, so that nobody's rubbish is in the
    /// way of whoever ends the session meanwhile.
    @discardableResult
    public func addPasskey(
        _ message: JSONValue,
        madeIn browser: BrowserDescription,
        _ visit: BrowserVisit,
        of tenant: TenantID
    ) async throws -> BrowserPasskey {
        let session = try await recentSession(visit, of: tenant)
        let user = session.record.user.id
        guard let response = try? RegistrationResponse(json: message) else { throw BrowserRefusal.malformed }
        try await renewChallenge(of: session)
        let expectation = RegistrationExpectation(
            challenge: session.record.challenge,
            userVerification: .required,
            userHandle: BrowserPasskey.handle(of: user, tenant)
        )
        guard let verified = try? await policy.relyingParty.verify(response, expecting: expectation) else {
            throw BrowserRefusal.passkeyRefused
        }
        let passkey = BrowserPasskey(
            tenant: tenant,
            user: user,
            credential: verified.credential,
            browser: browser,
            createdBy: try await device(behind: session.record.user, of: tenant),
            createdAt: world.now(),
            usedAt: nil
        )
        try await records.changing {
            let (session, owner) = (try await self.session(visit, of: tenant), try await known(user, of: tenant))
            guard try await records.find(BrowserPasskey.self, passkey.recordID, of: tenant) == nil else {
                throw BrowserRefusal.knownPasskey
            }
            guard try await passkeys(of: user, tenant).count < policy.browser.passkeysPerUser else {
                throw BrowserRefusal.tooManyPasskeys
            }
            var change = RecordChange()
            change.require(session)
            change.touch(owner)
            change.insert(passkey)
            note(.passkeyAdded, tenant, user: user, passkey: passkey.recordID, in: &change)
            return (change, ())
        }
        return passkey
    }

    /// Forgets a passkey, and ends the person's other sessions and all that was got by it: this session too, where it was.
    public func removePasskey(_ id: String, _ visit: BrowserVisit, of tenant: TenantID) async throws {
        try await records.changing {
            let session = try await recentSession(visit, of: tenant)
            var change = RecordChange()
            guard let passkey = try await records.find(BrowserPasskey.self, id, of: tenant),
                passkey.record.user == session.record.user.id
            else { return (change, ()) }
            // Whoever signs in meanwhile touches the user too.
            change.touch(try await known(session.record.user.id, of: tenant))
            change.remove(passkey)
            note(.passkeyRemoved, tenant, user: passkey.record.user, passkey: id, in: &change)
            if session.record.user.passkey == id {
                try await end(session, in: &change)
            } else {
                change.require(session)
            }
            for one in try await otherSessions(session) { try await end(one, in: &change) }
            return (change, ())
        }
    }

    func passkeys(of user: String, _ tenant: TenantID) async throws -> [Loaded<BrowserPasskey>] {
        let limit = 2 * policy.browser.passkeysPerUser
        let index = BrowserPasskey.index(user: user)
        return try await records.list(BrowserPasskey.self, by: index, of: tenant, limit: limit)
            .sorted { $0.record.createdAt < $1.record.createdAt }
    }

    /// Takes away the passkeys that the credentials of a person made.
    func removePasskeys(
        madeBy credentials: Set<String>,
        of user: String,
        _ tenant: TenantID,
        in change: inout RecordChange
    ) async throws {
        for passkey in try await passkeys(of: user, tenant) {
            guard let maker = passkey.record.createdBy, credentials.contains(maker) else { continue }
            change.remove(passkey)
            note(.passkeyRemoved, tenant, user: user, passkey: passkey.record.recordID, in: &change)
        }
    }

    /// The credential that let a person in, be it through passkeys; `nil` where there was none.
    private func device(behind user: SignedInUser, of tenant: TenantID) async throws -> String? {
        if let credential = user.credential { return credential }
        guard let passkey = user.passkey else { return nil }
        return try await records.find(BrowserPasskey.self, passkey, of: tenant)?.record.createdBy
    }

    /// Takes a person's passkeys and sessions away, where all that they proved themselves by counts no more, and tells it.
    func endBrowsers(of user: String, _ tenant: TenantID, in change: inout RecordChange) async throws {
        for passkey in try await passkeys(of: user, tenant) {
            change.remove(passkey)
            note(.passkeyRemoved, tenant, user: user, passkey: passkey.record.recordID, in: &change)
        }
        try await endSessions(of: user, tenant, in: &change)
    }

    /// Forgets all that browsers left of a person.
    func forgetBrowsers(of user: String, _ tenant: TenantID, in change: inout RecordChange) async throws {
        try await endBrowsers(of: user, tenant, in: &change)
        let consents = BrowserConsent.index(user: user)
        for one in try await records.list(BrowserConsent.self, by: consents, of: tenant, limit: 500) {
            change.remove(one)
        }
    }

    private func session(_ visit: BrowserVisit, of tenant: TenantID) async throws -> Loaded<BrowserSession> {
        guard let session = try await liveSession(visit, of: tenant) else { throw BrowserRefusal.notSignedIn }
        return session
    }

    private func recentSession(_ visit: BrowserVisit, of tenant: TenantID) async throws -> Loaded<BrowserSession> {
        let session = try await session(visit, of: tenant)
        guard isRecent(session.record) else { throw BrowserRefusal.notRecent }
        return session
    }

    /// In a commit of its own; of two that send the same challenge one is too late.
    private func renewChallenge(of session: Loaded<BrowserSession>) async throws {
        var renewed = session
        renewed.record.challenge = world.randomBytes(32)
        var change = RecordChange()
        change.replace(renewed)
        guard try await records.commit(change) == .committed else { throw BrowserRefusal.over }
    }

    private func otherSessions(_ session: Loaded<BrowserSession>) async throws -> [Loaded<BrowserSession>] {
        try await sessions(of: session.record.user.id, session.record.tenant)
            .filter { $0.record.digest != session.record.digest }
    }
}
