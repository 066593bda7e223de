public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms
public import Webhooks

/// One step of an object's way: an entry of its audit chain, and what the merchant was told with it.
public struct RecordedStep: Sendable {
    public var version: Int64
    public var at: Timestamp
    public var actor: String
    public var action: String
    /// The body of the event, JSON text; `nil` when there was none or it is forgotten.
    public var told: String?
}

/// All that is kept of one object, as of one moment.
public struct Dossier<Record: Sendable>: Sendable {
    public var owned: OwnedRecord<Record>
    /// Oldest first; the newest thousand.
    public var steps: [RecordedStep]
    /// Newest first; of a payment intent none.
    public var payments: [OwnedRecord<PaymentIntent>]
    /// Newest first.
    public var deliveries: [ListedDelivery]
    /// How many rows of all this were left out.
    public var unreadable: Int
}

extension SQLitePaymentsStore {
    private static let mostSteps = 1_000
    private static let mostAttempts = 500

    /// For the operator alone; `nil` when there is none.
    ///
    /// - Throws: also where the enrollment's own row cannot be read.
    public func dossier(of id: EnrollmentID, limit: Int) async throws(StorageFault) -> Dossier<Enrollment>? {
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
            return Dossier(
                owned: owned,
                steps: steps.records,
                payments: payments.records,
                deliveries: deliveries.records,
                unreadable: payments.unreadable + deliveries.unreadable + steps.unreadable
            )
        }
    }

    /// The same of a payment intent and its charge.
    public func dossier(of id: PaymentIntentID, limit: Int) async throws(StorageFault) -> Dossier<PaymentIntent>? {
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
            return Dossier(
                owned: owned,
                steps: steps.records,
                payments: [],
                deliveries: deliveries.records,
                unreadable: deliveries.unreadable + steps.unreadable
            )
        }
    }

    /// A delivery of any organisation, for the operator alone.
    public func deliveryOfAny(_ id: WebhookDeliveryID) async throws(StorageFault) -> ListedDelivery? {
        try await lookUp { database in
            try database.firstRow(OperatorReading.delivery, [id.databaseValue])
                .map { try ListedDelivery(columnValues: $0[...]) }
        }
    }

    /// Oldest first; the newest five hundred.
    public func readableAttempts(
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
        var told: [Int64: String] = [:]
        for row in try database.rows(OperatorReading.told, key) {
            guard let version = try? row[...].at(0).integer, let body = try? row[...].at(1).string else { continue }
            told[version] = body
        }
        return ReadableRows(try database.rows(OperatorReading.steps, key).reversed()) { values in
            let version = try values.at(0).integer
            return RecordedStep(
                version: version,
                at: Timestamp(microseconds: try values.at(1).integer),
                actor: try values.at(2).string,
                action: try values.at(3).string,
                told: told[version]
            )
        }
    }
}
