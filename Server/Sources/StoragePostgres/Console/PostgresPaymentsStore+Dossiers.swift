package import ChavePixModel
package import PaymentsCore
import PostgresClient
package import StoredForms
package import Webhooks

extension PostgresPaymentsStore {
    private static let mostSteps = 1_000
    private static let mostAttempts = 500

    package func dossier(of id: EnrollmentID, limit: Int) async throws(StorageFault) -> Dossier<Enrollment>? {
        try await atOneMoment(OperatorReading.enrollment, id.text) { row, look in
            let owned = try OwnedRecord<Enrollment>(columnValues: row[...])
            let organisation = PostgresValue.text(owned.record.organisation.text)
            let beside: [PostgresValue] = [.limit(limit), organisation, id.bound]
            let way = Self.way(of: .enrollment(id), organisation)
            let found = try await look(
                way + [
                    PostgresStatement(OperatorReading.deliveries(of: 1), beside),
                    PostgresStatement(OperatorReading.paymentIntentsOfEnrollment, beside),
                ]
            )
            return Dossier(
                owned: owned,
                steps: RecordedStep.steps(entries: found[0], events: found[1]),
                payments: ReadableRows(found[3]) { try OwnedRecord(columnValues: $0) },
                deliveries: ReadableRows(found[2]) { try ListedDelivery(columnValues: $0) }
            )
        }
    }

    package func dossier(of id: PaymentIntentID, limit: Int) async throws(StorageFault) -> Dossier<PaymentIntent>? {
        try await atOneMoment(OperatorReading.paymentIntent, id.text) { row, look in
            let owned = try OwnedRecord<PaymentIntent>(columnValues: row[...])
            let organisation = PostgresValue.text(owned.record.organisation.text)
            let beside: [PostgresValue] = [
                .limit(limit), organisation, id.bound, .text(owned.record.charge.text),
            ]
            let way = Self.way(of: .paymentIntent(id), organisation)
            let found = try await look(way + [PostgresStatement(OperatorReading.deliveries(of: 2), beside)])
            return Dossier(
                owned: owned,
                steps: RecordedStep.steps(entries: found[0], events: found[1]),
                payments: nil,
                deliveries: ReadableRows(found[2]) { try ListedDelivery(columnValues: $0) }
            )
        }
    }

    package func deliveryOfAny(_ id: WebhookDeliveryID) async throws(StorageFault) -> ListedDelivery? {
        guard let row = try await rows(OperatorReading.delivery, [id.bound]).first else { return nil }
        return try read { try ListedDelivery(columnValues: row[...]) }
    }

    package func readableAttempts(
        of delivery: WebhookDelivery
    ) async throws(StorageFault) -> ReadableRows<WebhookAttempt> {
        let key: [PostgresValue] = [
            delivery.organisation.bound, delivery.id.bound, .limit(Self.mostAttempts),
        ]
        return ReadableRows(try await rows(OperatorReading.attempts, key).reversed()) {
            try WebhookAttempt(columnValues: $0)
        }
    }

    /// The audit's entries of an object, and what was told of it.
    private static func way(of object: ObjectReference, _ organisation: PostgresValue) -> [PostgresStatement] {
        let key = [organisation, .text(object.kind.rawValue), .text(object.idText), .limit(mostSteps)]
        return [PostgresStatement(OperatorReading.steps, key), PostgresStatement(OperatorReading.told, key)]
    }

    private static let oneMoment = [PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")]

    private typealias Look = @Sendable ([PostgresStatement]) async throws -> [[[PostgresValue]]]

    /// Finds one row by its id and hands it to `body` with the way to look at more, all as of one moment.
    ///
    /// What `look` answers has as many members as it was asked.
    private func atOneMoment<Value: Sendable>(
        _ sql: String,
        _ id: String,
        _ body: @Sendable ([PostgresValue], Look) async throws -> Value
    ) async throws(StorageFault) -> Value? {
        do {
            return try await pool.retrying { left in
                try await pool.transaction(opening: Self.oneMoment, within: left) { transaction in
                    let first = try await transaction.run([PostgresStatement(sql, [.text(id)])])
                    guard let row = first.last?.rows.first else { return nil }
                    return try await body(row) { statements in
                        let answers = try await transaction.run(statements).map(\.rows)
                        guard answers.count == statements.count else { throw PostgresError(.unreadableAnswer) }
                        return answers
                    }
                }
            }
        } catch {
            throw StorageFault(underlying: error)
        }
    }
}
