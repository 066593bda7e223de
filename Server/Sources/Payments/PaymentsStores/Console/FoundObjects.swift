package import ChavePixModel
package import SQLPort

/// The objects that a text names.
package struct FoundObjects: Hashable, Sendable {
    package var enrollments: [EnrollmentID] = []
    package var paymentIntents: [PaymentIntentID] = []
    package var deliveries: [WebhookDeliveryID] = []

    /// Reads rows of a table's name and an id; a value that is not an id has no page.
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
