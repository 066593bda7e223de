public import ChaveBase
public import ChavePixModel
public import PaymentsModel
public import Webhooks

extension MemoryPaymentsStore {
    public func resend(
        _ selection: ResendSelection,
        of organisation: OrganisationID,
        at now: Timestamp,
        limit: Int,
        keeping: Change.IdempotencyWrite?
    ) async throws(CommitFailure) -> Int {
        let count = try store(keeping) { tables in
            let found = tables.webhooks.rows.values
                .filter {
                    $0.delivery.organisation == organisation && tables.webhooks.isEnabled($0.delivery.endpoint)
                        && selection.finds($0, at: now)
                }
                .sorted { $0.delivery.id.text < $1.delivery.id.text }
            for var row in found.prefix(max(0, limit)) {
                row.delivery = row.delivery.resent(at: now)
                row.resentAt = now
                tables.webhooks.rows[row.delivery.id] = row
            }
            return min(found.count, max(0, limit))
        }
        if count > 0 { bell.ring() }
        return count
    }

    public func dueEndpoints(at now: Timestamp) async throws(StorageFault) -> [DueEndpoint] {
        read { tables in
            let due = Dictionary(
                tables.webhooks.rows.values.filter { $0.isDue(at: now) }.map { ($0.delivery.endpoint, 1) },
                uniquingKeysWith: +
            )
            return due.filter { tables.webhooks.isEnabled($0.key) }.sorted { $0.key.text < $1.key.text }
                .compactMap { id, count in
                    tables.webhooks.endpoints[id].map {
                        DueEndpoint(id: id, url: $0.url, count: min(count, DueEndpoint.mostCounted))
                    }
                }
        }
    }

    public func claim(_ claim: DeliveryClaim) async throws(StorageFault) -> ClaimedDeliveries {
        // Values cannot be unreadable.
        ClaimedDeliveries(readable: maintain { $0.webhooks.claim(claim) })
    }

    public func finish(_ outcome: AttemptOutcome) async throws(StorageFault) -> FinishedAttempt? {
        maintain { $0.webhooks.finish(outcome) }.map { FinishedAttempt(standing: $0) }
    }

    public func release(_ claimed: ClaimedDelivery) async throws(StorageFault) {
        let id = claimed.delivery.id
        maintain { tables in
            if tables.webhooks.rows[id]?.fence == claimed.fence { tables.webhooks.rows[id]?.lockedUntil = nil }
        }
        bell.ring()
    }

    public func releaseDeliveries() async throws(StorageFault) {
        maintain { tables in
            for id in tables.webhooks.rows.keys { tables.webhooks.rows[id]?.lockedUntil = nil }
        }
    }

    public func pruneDeliveries(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        maintain { tables in
            let gone = tables.webhooks.rows.values.filter { row in
                let endpoint = row.delivery.endpoint
                if let endedAt = row.delivery.endedAt, endedAt < time { return true }
                if !tables.webhooks.stands(endpoint) { return row.lockedUntil == nil }
                guard case .disabled(_, let disabledAt)? = tables.webhooks.endpoints[endpoint]?.standing else {
                    return false
                }
                return row.lockedUntil == nil && row.delivery.status == .pending
                    && max(disabledAt, row.delivery.createdAt, row.resentAt ?? disabledAt) < time
            }.prefix(max(0, limit))
            for row in gone { tables.webhooks.rows[row.delivery.id] = nil }
            for id in tables.webhooks.deleted
            where !tables.webhooks.rows.values.contains(where: { $0.delivery.endpoint == id }) {
                tables.webhooks.endpoints[id] = nil
            }
            return gone.count + tables.forgetEvents(before: time, limit: limit)
        }
    }

    public func webhookFigures(at now: Timestamp) async throws(StorageFault) -> WebhookFigures {
        read { tables in
            let pending = tables.webhooks.rows.values.filter {
                $0.delivery.status == .pending && tables.webhooks.isEnabled($0.delivery.endpoint)
            }
            let oldest = pending.compactMap(\.delivery.nextAt).min()
            return WebhookFigures(
                oldestDueMicroseconds: oldest.map { max(0, now.microseconds(since: $0)) } ?? 0,
                disabledEndpoints: Int64(
                    tables.webhooks.endpoints.values.filter { !$0.isEnabled && tables.webhooks.stands($0.id) }.count
                )
            )
        }
    }
}

extension MemoryTables {
    /// Events keep their positions: what is forgotten leaves a gap.
    fileprivate mutating func forgetEvents(before time: Timestamp, limit: Int) -> Int {
        let needed = Set(webhooks.rows.values.map { "\($0.delivery.organisation.text)/\($0.delivery.event.id)" })
        var gone = 0
        for index in events.indices where gone < limit {
            guard let event = events[index], event.at < time, !needed.contains("\(event.organisation.text)/\(event.id)")
            else { continue }
            events[index] = nil
            gone += 1
        }
        return gone
    }
}

extension ResendSelection {
    fileprivate func finds(_ row: MemoryWebhooks.Row, at now: Timestamp) -> Bool {
        switch self {
        case .one(let id): row.delivery.id == id
        case .range(let from, let to, let endpoint, let status):
            row.delivery.createdAt >= from && row.delivery.createdAt <= to && row.delivery.status == status
                && endpoint.map { row.delivery.endpoint == $0 } ?? true && row.resentAt.map { $0 < now } ?? true
        }
    }
}
