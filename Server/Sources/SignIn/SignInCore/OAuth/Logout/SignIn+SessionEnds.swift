import ChaveBase

extension SignIn {
    /// Notes that a client has tokens of a browser's session from now on.
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
        // Not written anew with each code: half of its time is longer than any session lasts.
        let half = world.deadlineNow().adding(seconds: policy.refreshTokenSeconds / 2)
        guard known.record.keptUntil < half else { return }
        known.record.keptUntil = fresh.keptUntil
        change.replace(known)
    }

    /// The session that a code came of; `nil` for a code of a device.
    ///
    /// - Throws: ``unusable`` where the session has ended since.
    func openSession(of user: SignedInUser, _ tenant: TenantID) async throws -> Loaded<BrowserSession>? {
        guard let name = user.session else { return nil }
        let index = BrowserSession.index(name: name)
        guard let session = try await records.find(BrowserSession.self, by: index, of: tenant) else {
            throw SignIn.unusable
        }
        return session
    }

    /// Ends a browser's session, with the tokens that end with it, and leaves word for its clients.
    func end(_ session: Loaded<BrowserSession>, in change: inout RecordChange) async throws {
        let tenant = session.record.tenant
        change.remove(session)
        guard let name = session.record.user.session else { return }
        let grants = try await everyOne(Grant.self, by: Grant.index(session: name), of: tenant)
        for grant in grants { change.remove(grant) }
        let clients = try await everyOne(SessionClient.self, by: SessionClient.index(session: name), of: tenant)
        try await tell(clients, in: &change)
    }

    /// Ends all of a person's sessions in browsers, where they count no more as they did, and leaves word for each client.
    ///
    /// Also of sessions that have run out here since: their clients may hold the person for signed in still.
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

    /// Ends the sessions that began by credentials which are no good any more, or by passkeys that those made.
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

    /// Puts a notice for each client in the place of the note that it has to be told.
    private func tell(_ clients: [Loaded<SessionClient>], in change: inout RecordChange) async throws {
        for one in clients {
            change.remove(one)
            let client = try await records.find(OIDCClient.self, one.record.client, of: one.record.tenant)?.record
            guard client?.backChannelLogoutURI != nil else { continue }
            change.insert(LogoutNotice(one.record, id: world.newIDText(), at: world.deadlineNow()))
        }
    }

    /// All that an index leads to, however many there are.
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
