import ChaveBase
public import SignInModel

/// Selects the events that agree with all given values.
public struct EventFilter: Hashable, Sendable {
    public var type: SignInEvent.EventType?
    public var user: String?
    public var client: String?

    public init(type: SignInEvent.EventType? = nil, user: String? = nil, client: String? = nil) {
        self.type = type
        self.user = user
        self.client = client
    }

    /// The narrowest index; the filter checks the other values event by event.
    fileprivate var index: RecordIndex? {
        if let user { return SignInEvent.index(user: user) }
        if let client { return SignInEvent.index(client: client) }
        return type.map(SignInEvent.index(type:))
    }

    fileprivate func takes(_ event: SignInEvent) -> Bool {
        (type == nil || event.type == type) && (user == nil || event.user == user)
            && (client == nil || event.client == client)
    }
}

/// Some events, oldest first.
public struct EventPage: Hashable, Sendable {
    public var events: [SignInEvent]
    /// The place where the next page begins; `nil` after the last event.
    public var next: String?
}

extension SignIn {
    /// How many events one page may read: a rare match gives a shorter page, and a next one.
    static let eventsLookedAt = 2_000
    private static let eventsAtOnce = 500

    /// The tenant's events, oldest first, at most `limit`, after the id `last` where it is given.
    public func events(
        of tenant: TenantID,
        _ filter: EventFilter = EventFilter(),
        after last: String? = nil,
        limit: Int = 100
    ) async throws -> EventPage {
        var (page, cursor, looked) = (EventPage(events: [], next: nil), last, 0)
        while looked < SignIn.eventsLookedAt {
            let portion = try await events(of: tenant, by: filter.index, after: cursor)
            for event in portion where filter.takes(event) {
                guard page.events.count < limit else {
                    page.next = page.events.last?.id
                    return page
                }
                page.events.append(event)
            }
            guard portion.count == SignIn.eventsAtOnce else { return page }
            cursor = portion.last?.id
            looked += portion.count
        }
        page.next = cursor
        return page
    }

    private func events(
        of tenant: TenantID,
        by index: RecordIndex?,
        after last: String?
    ) async throws -> [SignInEvent] {
        let limit = SignIn.eventsAtOnce
        guard let index else {
            return try await records.list(SignInEvent.self, of: tenant, after: last, limit: limit).map(\.record)
        }
        let key = last.map { RecordKey(tenant: tenant.text, kind: SignInEvent.kind, id: $0) }
        return try await records.list(SignInEvent.self, by: index, of: tenant, after: key, limit: limit).map(\.record)
    }

    /// Removes a tenant's oldest events beyond the limit; call it now and then.
    ///
    /// - Returns: the number of removed events.
    public func trimEvents(of tenant: TenantID) async throws(SignInFault) -> Int {
        let limit = 1_000
        var count = 0
        while true {
            let kept = policy.eventsPerTenant
            let removed = try await records.removeOldest(SignInEvent.self, of: tenant, keeping: kept, limit: limit)
            count += removed
            guard removed == limit, !Task.isCancelled else { return count }
        }
    }

    /// Adds an event about a change to that change.
    func note(
        _ type: SignInEvent.EventType,
        _ tenant: TenantID,
        user: String? = nil,
        client: String? = nil,
        credential: String? = nil,
        passkey: String? = nil,
        reason: SignInFailure? = nil,
        in change: inout RecordChange
    ) {
        let now = world.now()
        change.insert(
            SignInEvent(
                tenant: tenant,
                id: world.newIDText(),
                type: type,
                at: now,
                user: user,
                client: client,
                credential: credential,
                passkey: passkey,
                reason: reason?.rawValue,
                endsAt: now.adding(seconds: policy.eventSeconds)
            )
        )
    }

    /// Adds an event about a person who signed in, or about what that person received.
    func note(
        _ type: SignInEvent.EventType,
        _ tenant: TenantID,
        _ user: SignedInUser,
        client: String? = nil,
        in change: inout RecordChange
    ) {
        note(
            type,
            tenant,
            user: user.id,
            client: client,
            credential: user.credential,
            passkey: user.passkey,
            in: &change
        )
    }

    /// Stores an event that a known person was not let in, where no change can carry it.
    func noteFailure(
        _ reason: SignInFailure,
        _ tenant: TenantID,
        user: String,
        client: String? = nil,
        credential: String? = nil,
        passkey: String? = nil
    ) async throws {
        var change = RecordChange()
        note(
            .signInFailed,
            tenant,
            user: user,
            client: client,
            credential: credential,
            passkey: passkey,
            reason: reason,
            in: &change
        )
        _ = try await records.commit(change)
    }
}
