import ChaveBase
import SignInModel

extension SignIn {
    /// Notes that a client has tokens of a browser's session.
    func note(_ grant: Grant, in change: inout RecordChange) async throws {
        guard let session = grant.user.session else { return }
        let fresh = SessionClient(
            tenant: grant.tenant,
            session: session,
            client: grant.client,
            user: grant.user.id,
            keptUntil: grant.keptUntil
        )
        guard var known = try await records.find(SessionClient.self, fresh.recordID, of: grant.tenant) else {
            return change.insert(fresh)
        }
        // The note is not rewritten for each code: half of its time is longer than any session lasts.
        let half = world.deadlineNow().adding(seconds: policy.refreshTokenSeconds / 2)
        guard known.record.keptUntil < half else { return }
        known.record.keptUntil = fresh.keptUntil
        change.replace(known)
    }

    /// The session in which a code was made; `nil` for a code of a device.
    ///
    /// - Throws: ``unusable`` where the session has ended since then.
    func openSession(of user: SignedInUser, _ tenant: TenantID) async throws -> Loaded<BrowserSession>? {
        guard let name = user.session else { return nil }
        let index = BrowserSession.index(name: name)
        guard let session = try await records.find(BrowserSession.self, by: index, of: tenant) else {
            throw SignIn.unusable
        }
        return session
    }

    /// Ends a browser's session with the tokens that depend on it, and stores notices for its clients.
    func end(_ session: Loaded<BrowserSession>, in change: inout RecordChange) async throws {
        let tenant = session.record.tenant
        change.remove(session)
        guard let name = session.record.user.session else { return }
        let grants = try await everyOne(Grant.self, by: Grant.index(session: name), of: tenant)
        for grant in grants { change.remove(grant) }
        let clients = try await everyOne(SessionClient.self, by: SessionClient.index(session: name), of: tenant)
        try await tell(clients, in: &change)
    }

    /// Ends all of a person's sessions in browsers, and stores a notice for each client.
    ///
    /// Clients of expired sessions also get a notice: they may still treat the person as signed in.
    func endSessions(of user: String, _ tenant: TenantID, in change: inout RecordChange) async throws {
        for session in try await sessions(of: user, tenant) {
            change.remove(session)
            guard let name = session.record.user.session else { continue }
            for grant in try await everyOne(Grant.self, by: Grant.index(session: name), of: tenant) {
                change.remove(grant)
            }
        }
        try await tell(
            try await everyOne(SessionClient.self, by: SessionClient.index(user: user), of: tenant),
            in: &change
        )
    }

    /// Ends the sessions that began by credentials that are no longer good, or by passkeys that those credentials made.
    func endSessions(
        begunBy credentials: Set<String>,
        of user: String,
        _ tenant: TenantID,
        in change: inout RecordChange
    ) async throws {
        let passkeys = try await passkeys(of: user, tenant).map(\.record).filter { passkey in
            passkey.createdBy.map(credentials.contains) ?? false
        }
        let ended = Set(passkeys.map(\.recordID))
        for session in try await sessions(of: user, tenant) {
            let user = session.record.user
            guard user.credential.map(credentials.contains) ?? user.passkey.map(ended.contains) ?? false else {
                continue
            }
            try await end(session, in: &change)
        }
    }

    /// Replaces each client's note with a notice to send.
    private func tell(_ clients: [Loaded<SessionClient>], in change: inout RecordChange) async throws {
        for one in clients {
            change.remove(one)
            let client = try await records.find(OIDCClient.self, one.record.client, of: one.record.tenant)?.record
            guard client?.backChannelLogoutURI != nil else { continue }
            change.insert(LogoutNotice(one.record, id: world.newIDText(), at: world.deadlineNow()))
        }
    }

    /// All records of an index, without a limit.
    private func everyOne<Record: SignInRecord>(
        _ type: Record.Type,
        by index: RecordIndex,
        of tenant: TenantID
    ) async throws(SignInFault) -> [Loaded<Record>] {
        var all: [Loaded<Record>] = []
        while true {
            let last = all.last?.record.key
            let page = try await records.list(type, by: index, of: tenant, after: last, limit: 200)
            all += page
            if page.count < 200 { return all }
        }
    }
}
