public import ChavePixModel
public import PaymentsCore
import PostgresClient
import StoredForms
public import Webhooks

extension PostgresPaymentsStore {
    public func dueEndpoints(at now: Timestamp) async throws(StorageFault) -> [DueEndpoint] {
        // An id that is none cannot be asked for, and must not keep the others from being asked.
        try await rows(DeliveryWork.dueEndpoints, [now.bound])
            .compactMap { row in try? DueEndpoint(id: row[...].at(0).id(), url: row[...].at(1).string) }
    }

    /// Nodes that claim for the same endpoint at once do it one after the other; for others they do not wait.
    ///
    /// One row that cannot be read is parked by itself; should this process die before that, its lease ends and it is
    /// claimed and parked again. A claim whose answer did not come is held by nobody who knows of it, and free when its
    /// lease ends.
    public func claim(_ claim: DeliveryClaim) async throws(StorageFault) -> ClaimedDeliveries {
        var claimed = ClaimedDeliveries(readable: [])
        var parking: [PostgresStatement] = []
        for row in try await taken(claim) {
            do {
                claimed.readable.append(try ClaimedDelivery(taken: row))
            } catch {
                claimed.parked.append((try? row[...].at(0).string) ?? "")
                if let statement = try? DamagedDelivery.parking(row, at: claim.now) { parking.append(statement) }
            }
        }
        if !parking.isEmpty { _ = try await answers(.writes, parking) }
        return claimed
    }

    private func taken(_ claim: DeliveryClaim) async throws(StorageFault) -> [[PostgresValue]] {
        let places = claim.places.filter { $0.value > 0 }.sorted { $0.key.text < $1.key.text }
        guard !places.isEmpty, claim.limit > 0 else { return [] }
        let endpoints = PostgresValue.text(places.map(\.key.text).joined(separator: ","))
        let values: [PostgresValue] = [
            endpoints, .text(places.map { String($0.value) }.joined(separator: ",")),
            claim.now.bound, claim.lockedUntil.bound,
            .text(claim.inFlight.map(\.text).joined(separator: ",")), .limit(claim.limit),
        ]
        let statements = [
            PostgresStatement(DeliveryWork.holdEndpoints, [endpoints]), PostgresStatement(DeliveryWork.take, values),
        ]
        return try await answers(.writes, statements).last?.rows ?? []
    }

    /// In one round trip where an endpoint in good health took what it was sent, which is nearly always.
    public func finish(_ outcome: AttemptOutcome) async throws(StorageFault) -> WebhookEndpoint.Standing? {
        try await toTheEnd {
            try await self.pool.retrying { left in
                let end = ContinuousClock.now + left
                if outcome.leavesGoodHealth, let count = try await self.finishInGoodHealth(outcome, within: left) {
                    return count > 0 ? .enabled : nil
                }
                return try await self.finishAndMove(outcome, within: ContinuousClock.now.duration(to: end))
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
            if let fault = error as? StorageFault { throw fault }
            if let error = error as? PostgresError { throw StorageFault(error) }
            throw StorageFault(underlying: error)
        }
    }

    /// How many deliveries ended; `nil` when the endpoint is in another state than the best, and nothing was stored.
    private func finishInGoodHealth(_ outcome: AttemptOutcome, within time: Duration) async throws -> Int? {
        let statements = [
            outcome.ending, PostgresStatement(AttemptStatement.requireGoodHealth, outcome.endpointKey),
        ]
        do throws(PostgresError) {
            return try await pool.run(PostgresBatch(.writes, statements), within: time).first?.count ?? 0
        } catch {
            guard error.kind == .conditionFailed else { throw error }
            return nil
        }
    }

    private func finishAndMove(
        _ outcome: AttemptOutcome,
        within time: Duration
    ) async throws -> WebhookEndpoint.Standing? {
        try await pool.transaction(within: time) { transaction in
            let answers = try await transaction.run([
                outcome.ending, PostgresStatement(AttemptStatement.lookAt, outcome.endpointKey),
            ])
            guard let ended = answers.first, ended.count > 0 else { return nil }
            let (standing, update) = try outcome.move(answers.last?.rows.first)
            _ = try await transaction.commit(PostgresBatch(.writes, [update].compactMap { $0 }))
            return standing
        }
    }

    public func release(_ claimed: ClaimedDelivery) async throws(StorageFault) {
        let delivery = claimed.delivery
        let values: [PostgresValue] = [
            delivery.organisation.bound, delivery.id.bound, .integer(claimed.fence),
        ]
        let release = PostgresStatement(DeliveryWork.release, values)
        _ = try await toTheEnd { try await self.answers(.writes, [release]) }
        bell.ring()
    }

    /// Frees nothing: whether what is held is a dead process's or a living node's, no row tells.
    ///
    /// What a node held that died is free when its lease ends, by the clock of whoever claims it: a minute later at
    /// most.
    public func releaseDeliveries() async throws(StorageFault) {}

    public func webhookFigures(at now: Timestamp) async throws(StorageFault) -> WebhookFigures {
        let row = try await rows(DeliveryWork.figures).first ?? []
        return try read {
            let oldest = try row[...].at(0).timestamp
            return WebhookFigures(
                oldestDueMicroseconds: oldest.map { max(0, now.microseconds(since: $0)) } ?? 0,
                disabledEndpoints: try row[...].at(1).integer
            )
        }
    }
}
