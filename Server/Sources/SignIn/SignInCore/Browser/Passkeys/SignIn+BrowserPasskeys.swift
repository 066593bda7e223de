import ChaveBase
import ChaveWebAuthn
public import ChaveWire
public import SignInModel

extension SignIn {
    /// The signed-in person's passkeys, oldest first.
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

    /// Records the passkey that the browser made, and returns it.
    ///
    /// A message that can be read spends the challenge. A message that cannot be read writes nothing, so that garbage
    /// cannot conflict with a commit that ends the session meanwhile.
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

    /// Removes a passkey with all that it opened, and ends the person's other sessions; also this one if it began by
    /// it.
    public func removePasskey(_ id: String, _ visit: BrowserVisit, of tenant: TenantID) async throws {
        try await records.changing {
            let session = try await recentSession(visit, of: tenant)
            var change = RecordChange()
            guard let passkey = try await records.find(BrowserPasskey.self, id, of: tenant),
                passkey.record.user == session.record.user.id
            else { return (change, ()) }
            // A sign-in that runs meanwhile touches the user too.
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

    /// Removes the passkeys that the credentials of a person made.
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

    /// The credential behind a person's sign-in, directly or through a passkey; `nil` where there is none.
    private func device(behind user: SignedInUser, of tenant: TenantID) async throws -> String? {
        if let credential = user.credential { return credential }
        guard let passkey = user.passkey else { return nil }
        return try await records.find(BrowserPasskey.self, passkey, of: tenant)?.record.createdBy
    }

    /// Removes a person's passkeys and sessions where none of their proofs counts any more, and notes the events.
    func endBrowsers(of user: String, _ tenant: TenantID, in change: inout RecordChange) async throws {
        for passkey in try await passkeys(of: user, tenant) {
            change.remove(passkey)
            note(.passkeyRemoved, tenant, user: user, passkey: passkey.record.recordID, in: &change)
        }
        try await endSessions(of: user, tenant, in: &change)
    }

    /// Removes all browser records of a person: passkeys, sessions and consents.
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

    /// Renews the challenge in a commit of its own; only one of two requests with the same challenge succeeds.
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

/// The reason why a page cannot do what its person asked; the page tells the person what to do instead.
public enum BrowserRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The page was sent too late, twice, or by another browser.
    case over
    case notSignedIn = "not_signed_in"
    /// The person's last sign-in is too old for this action.
    case notRecent = "not_recent"
    /// The browser's message cannot be read.
    case malformed
    /// The passkey is unknown or no longer counts, or WebAuthn's procedure refused it; the caller does not learn which.
    case passkeyRefused = "passkey_refused"
    /// The app's hint names another person.
    case anotherPerson = "another_person"
    /// Another credential with this id is there already.
    case knownPasskey = "known_passkey"
    case tooManyPasskeys = "too_many_passkeys"
    /// The user is suspended or deleted, or their device was revoked.
    case personEnded = "person_ended"
}
