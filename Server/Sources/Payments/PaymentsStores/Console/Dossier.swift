package import ChaveBase
import ChavePixModel
package import PaymentsModel
package import SQLPort

/// All stored data of one object, as of one moment.
package struct Dossier<Record: Sendable>: Sendable {
    package var owned: OwnedRecord<Record>
    /// The newest thousand steps, oldest first.
    package var steps: [RecordedStep]
    /// The payments, newest first; a payment intent has none.
    package var payments: [OwnedRecord<PaymentIntent>]
    /// Newest first.
    package var deliveries: [ListedDelivery]
    /// How many rows of all this were omitted because they are unreadable.
    package var unreadable: Int

    package init(
        owned: OwnedRecord<Record>,
        steps: ReadableRows<RecordedStep>,
        payments: ReadableRows<OwnedRecord<PaymentIntent>>?,
        deliveries: ReadableRows<ListedDelivery>
    ) {
        self.owned = owned
        self.steps = steps.records
        self.payments = payments?.records ?? []
        self.deliveries = deliveries.records
        unreadable = steps.unreadable + (payments?.unreadable ?? 0) + deliveries.unreadable
    }
}

/// One step of an object's history: an entry of its audit chain, and the event that the merchant got with it.
package struct RecordedStep: Sendable {
    package var version: Int64
    package var at: Timestamp
    package var actor: String
    package var action: String
    /// The body of the event, JSON text; `nil` when there was none or it was deleted.
    package var told: String?

    /// The steps, oldest first, from the newest entries and the newest events of an object, each newest first.
    ///
    /// The columns of an entry are version, time, actor and action. The columns of an event are version and body; an
    /// unreadable event counts as a deleted one.
    package static func steps(entries: [[SQLValue]], events: [[SQLValue]]) -> ReadableRows<RecordedStep> {
        var told: [Int64: String] = [:]
        for row in events {
            guard let version = try? row[...].at(0).integer, let body = try? row[...].at(1).string else { continue }
            told[version] = body
        }
        return ReadableRows(entries.reversed()) { values in
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
