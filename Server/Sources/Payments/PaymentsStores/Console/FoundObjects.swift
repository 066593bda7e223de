package import ChavePixModel
package import SQLPort

/// What a text names.
package struct FoundObjects: Hashable, Sendable {
    package var enrollments: [EnrollmentID] = []
    package var paymentIntents: [PaymentIntentID] = []
    package var deliveries: [WebhookDeliveryID] = []

    /// From rows of a table's name and an id; an id that is none has no page.
    package init(rows: [[SQLValue]]) throws {
        for row in rows {
            let (table, id) = (try row[...].at(0).string, try row[...].at(1))
            switch table {
            case "enrollment": enrollments += [try? id.id()].compactMap { $0 }
            case "webhook_delivery": deliveries += [try? id.id()].compactMap { $0 }
            default: paymentIntents += [try? id.id()].compactMap { $0 }
            }
        }
    }
}
