public import ChavePixModel
public import PaymentsCore
import SQLPort
public import Webhooks

extension SQLPaymentsStore {
    public func dueEndpoints(at now: Timestamp) async throws(StorageFault) -> [DueEndpoint] {
        // An id that is none cannot be asked for, and must not keep the others from being asked.
        try await rows(ClaimStatement.dueEndpoints, [now, DueEndpoint.mostCounted]).compactMap { row in
            try? DueEndpoint(id: row[...].at(0).id(), url: row[...].at(1).string, count: row[...].at(2).count)
        }
    }

    /// Nodes that claim for the same endpoint at once do it one after the other; for others they do not wait.
    ///
    /// One row that cannot be read is parked by itself; should that fail, or this process die before it, its lease ends and it
    /// is claimed and parked again. A claim whose answer did not come is held by nobody who knows of it, and free when its
    /// lease ends.
    public func claim(_ claim: DeliveryClaim) async throws(StorageFault) -> ClaimedDeliveries {
        var claimed = ClaimedDeliveries(readable: [])
        var parking: [SQLStatement] = []
        for row in try await taken(claim) {
            do {
                claimed.readable.append(try ClaimedDelivery(taken: row))
            } catch {
                claimed.parked.append((try? row[...].at(0).idText) ?? "")
                parking += (try? DamagedDelivery.parking(row, at: claim.now)) ?? []
            }
        }
        if !parking.isEmpty {
            // Those that can be read are held already, and are sent whatever becomes of the others.
            do { try await write(parking) } catch { claimed.parked = [] }
        }
        return claimed
    }

    private func taken(_ claim: DeliveryClaim) async throws(StorageFault) -> [[SQLValue]] {
        let places = claim.places.filter { $0.value > 0 }.sorted { $0.key.text < $1.key.text }
        guard !places.isEmpty, claim.limit > 0 else { return [] }
        let inFlight = IDList.value(claim.inFlight)
        guard pool != nil else {
            return try await takenFromFile(places, claim, inFlight)
        }
        let endpoints = places.map(\.key.text).joined(separator: ",")
        let statements = [
            SQLStatement(ClaimStatement.holdEndpoints, [endpoints]),
            SQLStatement(
                ClaimStatement.take,
                [
                    endpoints, places.map { String($0.value) }.joined(separator: ","), claim.now, claim.lockedUntil,
                    inFlight, claim.limit,
                ]
            ),
        ]
        return try await write(statements).last?.rows.map(\.values) ?? []
    }

    private func takenFromFile(
        _ places: [(key: WebhookID, value: Int)],
        _ claim: DeliveryClaim,
        _ inFlight: SQLValue
    ) async throws(StorageFault) -> [[SQLValue]] {
        do {
            let done = try await batches.write(
                asking: places.map { endpoint, places in
                    SQLStatement(ClaimStatement.due, [endpoint, places, claim.now, nil, inFlight])
                }
            ) { answers in
                try answers.flatMap(\.rows).prefix(claim.limit).map { row in
                    let (id, organisation) = (try row.values[...].at(0), try row.values[...].at(1))
                    return SQLStatement(ClaimStatement.hold, values: [organisation, id, claim.lockedUntil.bound])
                }
            }
            return done.asked.flatMap(\.rows).prefix(claim.limit).map { row in
                var values = row.values
                if case .integer(let fence) = values[WebhookDelivery.columns.count] {
                    values[WebhookDelivery.columns.count] = .integer(ClaimStatement.fence(after: fence))
                }
                return values
            }
        } catch {
            throw StorageFault(error)
        }
    }

    /// In one round trip where an endpoint in good health took what it was sent, which is nearly always.
    public func finish(_ outcome: AttemptOutcome) async throws(StorageFault) -> WebhookEndpoint.Standing? {
        try await toTheEnd {
            if outcome.leavesGoodHealth {
                do {
                    _ = try await self.batches.write([outcome.endInGoodHealth, outcome.keeping])
                    return .enabled
                } catch SQLFailure.unmet {
                    // The endpoint is in another state than the best, or the claim is somebody else's; nothing was stored.
                }
            }
            let looking = SQLStatement(AttemptStatement.lookAt, [outcome.organisation, outcome.endpoint])
            do {
                let done = try await self.batches.write(asking: [outcome.end, outcome.keeping, looking]) { answers in
                    [try outcome.move(answers.last?.rows.first).update].compactMap { $0 }
                }
                return try outcome.move(done.asked.last?.rows.first).standing
            } catch SQLFailure.unmet(statement: 0) {
                return nil
            }
        }
    }

    /// Runs `body` also for a task that was cancelled: what was sent, or was not, is noted before a server stops.
    private func toTheEnd<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws(StorageFault) -> Value {
        do {
            return try await Task(operation: body).value
        } catch {
            if let failure = error as? SQLFailure { throw StorageFault(failure) }
            throw error as? StorageFault ?? StorageFault(underlying: error)
        }
    }

    public func release(_ claimed: ClaimedDelivery) async throws(StorageFault) {
        let delivery = claimed.delivery
        let release = SQLStatement(ClaimStatement.release, [delivery.organisation, delivery.id, claimed.fence])
        try await toTheEnd { _ = try await self.write([release]) }
        bell.ring()
    }

    public func releaseDeliveries() async throws(StorageFault) {
        try await write([SQLStatement(ClaimStatement.releaseAll)])
    }

    public func webhookFigures(at now: Timestamp) async throws(StorageFault) -> WebhookFigures {
        let row = try await rows(ClaimStatement.figures).first ?? []
        return try read {
            let oldest = try row[...].at(0).timestamp
            return WebhookFigures(
                oldestDueMicroseconds: oldest.map { max(0, now.microseconds(since: $0)) } ?? 0,
                disabledEndpoints: try row[...].at(1).integer
            )
        }
    }
}

extension ClaimedDelivery {
    /// From a row of a claim.
    fileprivate init(taken row: [SQLValue]) throws {
        let fence = WebhookDelivery.columns.count
        self.init(
            delivery: try WebhookDelivery(columnValues: row[...]),
            endpoint: try WebhookEndpoint(columnValues: row[...].dropFirst(fence + 2)),
            body: try row[...].at(fence + 1).string,
            fence: try row[...].at(fence).integer
        )
    }
}

/// A delivery that was held and cannot be read: its event is gone, or another hand changed its row or its endpoint's.
private enum DamagedDelivery {
    static func parking(_ row: [SQLValue], at now: Timestamp) throws -> [SQLStatement] {
        let key = [try row[...].at(1), try row[...].at(0), try row[...].at(WebhookDelivery.columns.count), now.bound]
        let reason = AttemptFailure.recordUnreadable.rawValue.bound
        return [
            SQLStatement(AttemptStatement.keepDamaged, values: key + [reason]),
            SQLStatement(AttemptStatement.park, values: key),
        ]
    }
}
