public import ChaveBase
import ChavePixModel
public import PaymentsModel
import SQLPort
import Waiting
public import Webhooks

extension SQLPaymentsStore {
    public func dueEndpoints(at now: Timestamp) async throws(StorageFault) -> [DueEndpoint] {
        let held = holds.map { [IDList.value($0.held(at: now))] } ?? []
        let asked = SQLStatement(
            ClaimStatement.dueEndpoints,
            values: [now.bound, DueEndpoint.mostCounted.bound] + held
        )
        // A value that is not an id cannot be claimed, and must not block the others.
        return try await answers([asked]).flatMap(\.rows).map(\.values).compactMap { row in
            try? DueEndpoint(id: row[...].at(0).id(), url: row[...].at(1).string, count: row[...].at(2).count)
        }
    }

    /// Nodes that claim for the same endpoint run one after the other; claims for other endpoints do not wait.
    ///
    /// An unreadable row is parked by itself. If that fails, or this process dies first, its lease ends, and it is
    /// claimed and parked again. No worker knows of a claim whose response was lost; its deliveries are free when their
    /// lease ends.
    public func claim(_ claim: DeliveryClaim) async throws(StorageFault) -> ClaimedDeliveries {
        var claimed = ClaimedDeliveries(readable: [])
        var (parking, parked): ([SQLStatement], [WebhookDeliveryID]) = ([], [])
        let taken = try await taken(claim)
        claimed.isMoreDue = taken.isMoreDue
        for row in taken.rows {
            do {
                claimed.readable.append(try ClaimedDelivery(taken: row))
            } catch {
                claimed.parked.append((try? row[...].at(0).idText) ?? "")
                parking += (try? DamagedDelivery.parking(row, at: claim.now)) ?? []
                parked += [try? row[...].at(0).id()].compactMap { $0 }
            }
        }
        if !parking.isEmpty {
            // The readable deliveries are already held, and are sent whatever happens to the others.
            do {
                try await write(parking)
                holds?.release(parked)
            } catch {
                claimed.parked = []
            }
        }
        return claimed
    }

    private func taken(
        _ claim: DeliveryClaim
    ) async throws(StorageFault) -> (rows: [[SQLValue]], isMoreDue: Bool?) {
        let places = claim.places.filter { $0.value > 0 }.sorted { $0.key.text < $1.key.text }
        guard !places.isEmpty, claim.limit > 0 else { return ([], nil) }
        if let holds {
            let rows = try await holds.turns.take { () async throws(StorageFault) in
                try await taken(places, claim, holds)
            }
            return (rows, nil)
        }
        let endpoints = places.map(\.key.text).joined(separator: ",")
        let statements = [
            SQLStatement(ClaimStatement.planOnce), SQLStatement(ClaimStatement.holdEndpoints, [endpoints]),
            SQLStatement(
                ClaimStatement.take,
                [
                    endpoints, places.map { String($0.value) }.joined(separator: ","), claim.now, claim.lockedUntil,
                    IDList.value(claim.inFlight), claim.limit,
                ]
            ), SQLStatement(ClaimStatement.anyDue, [claim.now]),
        ]
        let answers = try await write(statements)
        return (answers.dropLast().last?.rows.map(\.values) ?? [], answers.last?.rows.isEmpty == false)
    }

    /// Claims from a file, without a change of the rows.
    private func taken(
        _ places: [(key: WebhookID, value: Int)],
        _ claim: DeliveryClaim,
        _ holds: DeliveryHolds
    ) async throws(StorageFault) -> [[SQLValue]] {
        let held = holds.held(at: claim.now)
        let (inTheWay, notTaken) = (IDList.value(held), IDList.value(held.union(claim.inFlight)))
        let found = try await answers(
            places.map { endpoint, places in
                SQLStatement(ClaimStatement.due, [endpoint, places, claim.now, inTheWay, notTaken])
            }
        )
        var rows = found.flatMap(\.rows).prefix(claim.limit).map(\.values)
        // A row without a valid id cannot be held; it is parked by the text of its id.
        let fence = holds.take(rows.compactMap { try? $0[...].at(0).id() }, until: claim.lockedUntil)
        for index in rows.indices { rows[index][WebhookDelivery.columns.count] = .integer(fence) }
        return rows
    }

    /// Stores an attempt's result, in one round trip for a delivery that a healthy endpoint accepted, which is the
    /// usual case.
    public func finish(_ outcome: AttemptOutcome) async throws(StorageFault) -> FinishedAttempt? {
        guard let holds else { return try await store(outcome) }
        guard holds.beginEnd(of: outcome.delivery, outcome.fence) else { return nil }
        var isStored = false
        defer { holds.end(outcome.delivery, outcome.fence, isStored: isStored) }
        let finished = try await store(outcome)
        isStored = true
        return finished
    }

    private func store(_ outcome: AttemptOutcome) async throws(StorageFault) -> FinishedAttempt? {
        let looks = pool == nil ? [] : [SQLStatement(ClaimStatement.anyDue, [outcome.now])]
        @Sendable func isMoreDue(_ answers: [SQLAnswer]) -> Bool? {
            looks.isEmpty ? nil : answers.last?.rows.isEmpty == false
        }
        return try await toTheEnd {
            if outcome.leavesGoodHealth {
                do {
                    let ending = outcome.endInGoodHealth
                    let answers =
                        try await outcome.isUrgent
                        ? self.batches.write(ending + looks)
                        : self.batches.writeInNoHurry(
                            ending,
                            locking: outcome.delivery.bound,
                            thenAsking: looks.first
                        )
                    return FinishedAttempt(standing: .enabled, isMoreDue: isMoreDue(answers))
                } catch SQLFailure.unmet {
                    // The endpoint is not in good health, or the claim belongs to another worker; nothing was stored.
                }
            }
            let looking = SQLStatement(AttemptStatement.lookAt, [outcome.organisation, outcome.endpoint])
            do {
                let done = try await self.batches.write(asking: [outcome.end, outcome.keeping, looking]) { answers in
                    [try outcome.move(answers.last?.rows.first).update].compactMap { $0 } + looks
                }
                let standing = try outcome.move(done.asked.last?.rows.first).standing
                return FinishedAttempt(standing: standing, isMoreDue: isMoreDue(done.wrote))
            } catch SQLFailure.unmet(statement: 0) {
                return nil
            }
        }
    }

    /// Runs `body` also in a cancelled task: the result of an attempt is stored before a server stops.
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
        if let holds {
            holds.release(delivery.id, claimed.fence)
        } else {
            let release = SQLStatement(ClaimStatement.release, [delivery.organisation, delivery.id, claimed.fence])
            try await toTheEnd { _ = try await self.write([release]) }
        }
        bell.ring()
    }

    /// In PostgreSQL no row shows whether its holder is alive: a dead node's deliveries are free when their lease ends.
    ///
    /// That is a minute later at most.
    public func releaseDeliveries() async throws(StorageFault) { holds?.releaseAll() }

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
    /// Reads a row of a claim.
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

/// A held delivery that cannot be read: its event is deleted, or another program changed its row or its endpoint's.
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
