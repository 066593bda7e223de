package import ChavePixModel
package import PaymentsModel
import SQLPort
package import Webhooks

extension SQLPaymentsStore {
    private static let mostSteps = 1_000
    private static let mostAttempts = 500

    package func dossier(of id: EnrollmentID, limit: Int) async throws(StorageFault) -> Dossier<Enrollment>? {
        try await lookUp { snapshot in
            guard let row = try snapshot.values(OperatorReading.enrollment, [id]).first else { return nil }
            let owned = try OwnedRecord<Enrollment>(columnValues: row[...])
            let key: SQLArguments = [SQLValue.limit(limit), owned.record.organisation, id]
            let payments = try snapshot.values(OperatorReading.paymentIntentsOfEnrollment, key)
            let deliveries = try snapshot.values(OperatorReading.deliveriesOfObject, key)
            return Dossier(
                owned: owned,
                steps: try Self.steps(of: .enrollment(id), owned.record.organisation, in: snapshot),
                payments: ReadableRows(payments) { try OwnedRecord(columnValues: $0) },
                deliveries: ReadableRows(deliveries) { try ListedDelivery(columnValues: $0) }
            )
        }
    }

    package func dossier(of id: PaymentIntentID, limit: Int) async throws(StorageFault) -> Dossier<PaymentIntent>? {
        try await lookUp { snapshot in
            guard let row = try snapshot.values(OperatorReading.paymentIntent, [id]).first else { return nil }
            let owned = try OwnedRecord<PaymentIntent>(columnValues: row[...])
            let organisation = owned.record.organisation
            let deliveries = try snapshot.values(
                OperatorReading.deliveriesOfTwoObjects,
                [SQLValue.limit(limit), organisation, id, owned.record.charge]
            )
            return Dossier(
                owned: owned,
                steps: try Self.steps(of: .paymentIntent(id), organisation, in: snapshot),
                payments: nil,
                deliveries: ReadableRows(deliveries) { try ListedDelivery(columnValues: $0) }
            )
        }
    }

    package func deliveryOfAny(_ id: WebhookDeliveryID) async throws(StorageFault) -> ListedDelivery? {
        let found = try await rows(OperatorReading.delivery, [id])
        return try read { try found.first.map { try ListedDelivery(columnValues: $0[...]) } }
    }

    package func readableAttempts(
        of delivery: WebhookDelivery
    ) async throws(StorageFault) -> ReadableRows<WebhookAttempt> {
        let key: SQLArguments = [delivery.organisation, delivery.id, Self.mostAttempts]
        return ReadableRows(try await rows(OperatorReading.attempts, key).reversed()) {
            try WebhookAttempt(columnValues: $0)
        }
    }

    /// The audit entries of an object with the events about it.
    private static func steps(
        of object: ObjectReference,
        _ organisation: OrganisationID,
        in snapshot: any SQLSnapshot
    ) throws -> ReadableRows<RecordedStep> {
        let key: SQLArguments = [organisation, object.kind.rawValue, object.id, mostSteps]
        return RecordedStep.steps(
            entries: try snapshot.values(OperatorReading.steps, key),
            events: try snapshot.values(OperatorReading.told, key)
        )
    }

    /// Runs several reads, all as of one moment.
    func lookUp<Value: Sendable>(
        _ work: @escaping @Sendable (any SQLSnapshot) throws -> Value
    ) async throws(StorageFault) -> Value {
        do {
            return try await batches.snapshot(within: nil, work)
        } catch {
            throw StorageFault(error)
        }
    }
}

extension SQLSnapshot {
    fileprivate func values(_ text: SQLText, _ arguments: SQLArguments) throws -> [[SQLValue]] {
        try rows(SQLStatement(text, arguments)).map(\.values)
    }
}
