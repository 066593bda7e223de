package import ChavePixModel
import GRDB
package import PaymentsCore
import SQLiteWriter
package import StoredForms
package import Webhooks

extension SQLitePaymentsStore {
    private static let mostSteps = 1_000
    private static let mostAttempts = 500

    package func dossier(of id: EnrollmentID, limit: Int) async throws(StorageFault) -> Dossier<Enrollment>? {
        try await lookUp { database in
            guard let row = try database.firstRow(OperatorReading.enrollment, [id.databaseValue]) else { return nil }
            let owned = try OwnedRecord<Enrollment>(columnValues: row[...])
            let key = [limit.databaseValue, owned.record.organisation.databaseValue, id.databaseValue]
            let payments: ReadableRows<OwnedRecord<PaymentIntent>> = try database.owned(
                OperatorReading.paymentIntentsOfEnrollment,
                key
            )
            let deliveries = try database.deliveries(OperatorReading.deliveries(of: 1), key)
            let steps = try Self.steps(of: .enrollment(id), owned.record.organisation, in: database)
            return Dossier(owned: owned, steps: steps, payments: payments, deliveries: deliveries)
        }
    }

    package func dossier(of id: PaymentIntentID, limit: Int) async throws(StorageFault) -> Dossier<PaymentIntent>? {
        try await lookUp { database in
            guard let row = try database.firstRow(OperatorReading.paymentIntent, [id.databaseValue]) else { return nil }
            let owned = try OwnedRecord<PaymentIntent>(columnValues: row[...])
            let organisation = owned.record.organisation
            let deliveries = try database.deliveries(
                OperatorReading.deliveries(of: 2),
                [
                    limit.databaseValue, organisation.databaseValue, id.databaseValue,
                    owned.record.charge.databaseValue,
                ]
            )
            let steps = try Self.steps(of: .paymentIntent(id), organisation, in: database)
            return Dossier(owned: owned, steps: steps, payments: nil, deliveries: deliveries)
        }
    }

    package func deliveryOfAny(_ id: WebhookDeliveryID) async throws(StorageFault) -> ListedDelivery? {
        try await lookUp { database in
            try database.firstRow(OperatorReading.delivery, [id.databaseValue])
                .map { try ListedDelivery(columnValues: $0[...]) }
        }
    }

    package func readableAttempts(
        of delivery: WebhookDelivery
    ) async throws(StorageFault) -> ReadableRows<WebhookAttempt> {
        let key = [
            delivery.organisation.databaseValue, delivery.id.databaseValue, Self.mostAttempts.databaseValue,
        ]
        return try await lookUp { database in
            ReadableRows(try database.rows(OperatorReading.attempts, key).reversed()) {
                try WebhookAttempt(columnValues: $0)
            }
        }
    }

    private static func steps(
        of object: ObjectReference,
        _ organisation: OrganisationID,
        in database: Database
    ) throws -> ReadableRows<RecordedStep> {
        let key = [
            organisation.databaseValue, object.kind.rawValue.databaseValue, object.idText.databaseValue,
            mostSteps.databaseValue,
        ]
        return RecordedStep.steps(
            entries: try database.rows(OperatorReading.steps, key),
            events: try database.rows(OperatorReading.told, key)
        )
    }
}
