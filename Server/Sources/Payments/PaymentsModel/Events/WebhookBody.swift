package import ChaveBase
import ChavePixModel
import ChaveWire

/// The frozen bodies of webhooks (Payments API, section 7).
///
/// Events report the changes of an object that a merchant can see: its creation, each of its statuses, and where it
/// stops on its way. A step between two bank calls that changes nothing in a GET response has an audit entry and no
/// event.
///
/// `version` rises with each change of the object that the body describes. For an enrollment and an intent, `version`
/// is the stored version, which also counts the steps in between. A charge has version 1 when it is made and 2 when it
/// ends; of a schedule, each charge has its own events.
package enum WebhookBody {
    package static func event(of enrollment: Enrollment, isNew: Bool, world: World) -> OutboxEvent {
        let data: JSONValue = [
            "status": .string(enrollment.status.rawValue),
            "details_status": .string(enrollment.detailedStatus.rawValue),
            "status_reason_code": JSONValue(enrollment.end?.reason.rawValue),
            "created_by_type": .string(enrollment.createdBy.type.rawValue),
        ]
        return event(
            of: Subject(
                kind: "ENROLLMENTS",
                type: "enrollment.\(isNew ? "created" : enrollment.status.rawValue.lowercased())",
                id: enrollment.id.ofAnyKind,
                externalID: enrollment.externalID,
                version: enrollment.version
            ),
            isNew: isNew,
            data: data,
            source: Source(enrollment),
            world: world
        )
    }

    package static func event(of intent: PaymentIntent, isNew: Bool, world: World) -> OutboxEvent {
        let data: JSONValue = [
            "status": .string(intent.status.rawValue),
            "amount": .string(intent.amount.decimal),
            "customer": .string(intent.customer.text),
            "failure_code": JSONValue(intent.end?.code.rawValue),
            "end_to_end_id": .string(intent.endToEndID.text),
            "created_by_type": .string(intent.createdBy.type.rawValue),
        ]
        return event(
            of: Subject(
                kind: "PAYMENT_INTENTS",
                type: "payment_intent.\(isNew ? "created" : intent.status.rawValue.lowercased())",
                id: intent.id.ofAnyKind,
                externalID: intent.details.externalID,
                version: intent.version
            ),
            isNew: isNew,
            data: data,
            source: Source(intent),
            world: world
        )
    }

    /// The event of an intent's one charge, which is made and ends with the intent.
    package static func event(ofChargeOf intent: PaymentIntent, isNew: Bool, world: World) -> OutboxEvent {
        let data: JSONValue = [
            "status": .string(intent.chargeStatus.rawValue),
            "payment_intent": .string(intent.id.text),
            "amount": .string(intent.amount.decimal),
            "customer": .string(intent.customer.text),
            "failure_code": JSONValue(intent.end?.code.rawValue),
            "end_to_end_id": .string(intent.endToEndID.text),
        ]
        return event(
            of: Subject(
                kind: "CHARGES",
                type: "charge.\(isNew ? "created" : intent.chargeStatus.rawValue.lowercased())",
                id: intent.charge.ofAnyKind,
                externalID: nil,
                version: isNew ? 1 : 2
            ),
            isNew: isNew,
            data: data,
            source: Source(intent),
            world: world
        )
    }

    /// The event of one charge of a schedule.
    package static func event(
        of charge: ScheduledCharge,
        in intent: PaymentIntent,
        isNew: Bool,
        world: World
    ) -> OutboxEvent {
        let data: JSONValue = [
            "status": .string(charge.status.rawValue),
            "payment_intent": .string(intent.id.text),
            "amount": .string(intent.amount.decimal),
            "customer": .string(intent.customer.text),
            "failure_code": JSONValue(charge.failure?.code.rawValue),
            "end_to_end_id": .string(charge.endToEndID.text),
            "scheduled_for": .string(charge.day.iso),
        ]
        return event(
            of: Subject(
                kind: "CHARGES",
                type: "charge.\(isNew ? "created" : charge.status.rawValue.lowercased())",
                id: charge.id.ofAnyKind,
                externalID: nil,
                version: isNew ? 1 : 2
            ),
            isNew: isNew,
            data: data,
            source: Source(intent),
            world: world
        )
    }

    /// The object that the body describes.
    private struct Subject {
        var kind: String
        var type: String
        var id: AnyID
        var externalID: String?
        var version: Int64
    }

    /// The stored object behind the subject.
    private struct Source {
        var organisation: OrganisationID
        var object: ObjectReference
        var version: Int64
        var at: Timestamp

        init(_ enrollment: Enrollment) {
            (organisation, object) = (enrollment.organisation, .enrollment(enrollment.id))
            (version, at) = (enrollment.version, enrollment.updatedAt)
        }

        init(_ intent: PaymentIntent) {
            (organisation, object) = (intent.organisation, .paymentIntent(intent.id))
            (version, at) = (intent.version, intent.updatedAt)
        }
    }

    private static func event(
        of subject: Subject,
        isNew: Bool,
        data: JSONValue,
        source: Source,
        world: World
    ) -> OutboxEvent {
        let webhookID: EventID = world.newID(at: source.at)
        let body: JSONValue = [
            "webhook_id": .string(webhookID.text),
            "webhook_type": .string(subject.kind),
            "webhook_code": .string(isNew ? "OBJECT_CREATED" : "STATUS_UPDATE"),
            "object_id": .string(subject.id.text),
            "external_id": JSONValue(subject.externalID),
            "data": data,
            "type": .string(subject.type),
            "timestamp": .string(source.at.rfc3339),
            "version": JSONValue(subject.version),
        ]
        return OutboxEvent(
            id: webhookID,
            organisation: source.organisation,
            object: source.object,
            version: source.version,
            at: source.at,
            type: subject.type,
            objectID: subject.id,
            body: body.text
        )
    }
}
