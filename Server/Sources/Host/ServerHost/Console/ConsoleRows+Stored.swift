import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import PaymentsModel
import PaymentsStores
import Webhooks

/// The values of a record that the console shows; the rest of the record goes no further.
extension EnrollmentRow {
    init(_ owned: OwnedRecord<Enrollment>) {
        let enrollment = owned.record
        self.init(
            id: enrollment.id,
            organisation: owned.organisation,
            institution: enrollment.institution,
            status: enrollment.status.rawValue,
            detailedStatus: enrollment.detailedStatus.rawValue,
            reason: enrollment.end?.reason.rawValue,
            createdAt: enrollment.createdAt,
            updatedAt: enrollment.updatedAt
        )
    }
}

extension PaymentRow {
    init(_ owned: OwnedRecord<PaymentIntent>) {
        let intent = owned.record
        self.init(
            id: intent.id,
            organisation: owned.organisation,
            institution: intent.institution,
            amount: intent.amount,
            status: intent.status.rawValue,
            reason: intent.end?.code.rawValue,
            endToEndID: intent.endToEndID.text,
            externalID: intent.details.externalID,
            createdAt: intent.createdAt,
            updatedAt: intent.updatedAt
        )
    }
}

extension DeliveryRow {
    init(_ listed: ListedDelivery) {
        let delivery = listed.delivery
        self.init(
            id: delivery.id,
            organisation: listed.organisation,
            event: delivery.event.type,
            object: listed.object.flatMap(ConsoleObject.init),
            // An address that breaks this program's rules is shown as nothing rather than whole.
            host: (try? WebhookURL(listed.url, rules: .sandbox).hostHeader) ?? "",
            status: delivery.status.rawValue,
            attempts: delivery.attempts,
            nextAt: delivery.nextAt,
            createdAt: delivery.createdAt
        )
    }
}

extension DeliveryView.Attempt {
    init(_ attempt: WebhookAttempt) {
        self.init(
            number: attempt.number,
            at: attempt.at,
            milliseconds: attempt.milliseconds,
            status: attempt.status,
            failure: attempt.failure?.rawValue
        )
    }
}

extension TimelineEntry {
    /// Makes an entry; of an event's body it uses only the object's status.
    init(_ step: RecordedStep) {
        let told = step.told.flatMap { try? JSONValue(parsing: $0) }?["data"]
        self.init(
            version: step.version,
            at: step.at,
            actor: step.actor,
            action: step.action,
            status: told?["status"]?.string,
            reason: told?["status_reason_code"]?.string ?? told?["failure_code"]?.string
        )
    }
}

extension ConsoleObject {
    /// Makes the console's object; `nil` for an object that has no page.
    init?(_ object: ObjectReference) {
        switch object {
        case .enrollment(let id): self = .enrollment(id)
        case .paymentIntent(let id): self = .payment(id)
        case .customer, .bankAccount, .app, .apiKey: return nil
        }
    }
}
