import ChavePixModel
import ChaveWire

/// The frozen bodies of webhooks (Payments API, section 7).
enum WebhookBody {
    static func event(of enrollment: Enrollment, isNew: Bool, world: World) -> OutboxEvent {
        let data: JSONValue = [
            "status": .string(enrollment.status.rawValue),
            "details_status": .string(enrollment.detailedStatus.rawValue),
            "status_reason_code": JSONValue(enrollment.end?.reason.rawValue),
        ]
        return event(
            kind: "ENROLLMENTS",
            type: "enrollment.\(isNew ? "created" : enrollment.status.rawValue.lowercased())",
            isNew: isNew,
            id: enrollment.id.text,
            externalID: enrollment.externalID,
            data: data,
            organisation: enrollment.organisation,
            object: .enrollment(enrollment.id),
            version: enrollment.version,
            at: enrollment.updatedAt,
            world: world
        )
    }

    static func event(of intent: PaymentIntent, isNew: Bool, world: World) -> OutboxEvent {
        let data: JSONValue = [
            "status": .string(intent.status.rawValue),
            "amount": .string(intent.amount.decimal),
            "customer": .string(intent.customer.text),
            "failure_code": JSONValue(intent.end?.code.rawValue),
            "end_to_end_id": .string(intent.endToEndID.text),
            "created_by_type": .string(intent.createdBy.device == nil ? "api_key" : "sdk"),
        ]
        return event(
            kind: "PAYMENT_INTENTS",
            type: "payment_intent.\(isNew ? "created" : intent.status.rawValue.lowercased())",
            isNew: isNew,
            id: intent.id.text,
            externalID: intent.details.externalID,
            data: data,
            organisation: intent.organisation,
            object: .paymentIntent(intent.id),
            version: intent.version,
            at: intent.updatedAt,
            world: world
        )
    }

    private static func event(
        kind: String,
        type: String,
        isNew: Bool,
        id: String,
        externalID: String?,
        data: JSONValue,
        organisation: OrganisationID,
        object: ObjectReference,
        version: Int64,
        at: Timestamp,
        world: World
    ) -> OutboxEvent {
        let webhookID: ResourceID<ResourceKind.WebhookDelivery> = world.newID()
        let body: JSONValue = [
            "webhook_id": .string(webhookID.text),
            "webhook_type": .string(kind),
            "webhook_code": .string(isNew ? "OBJECT_CREATED" : "STATUS_UPDATE"),
            "object_id": .string(id),
            "external_id": JSONValue(externalID),
            "data": data,
            "type": .string(type),
            "timestamp": .string(at.rfc3339),
            "version": JSONValue(version),
        ]
        return OutboxEvent(
            id: webhookID.text,
            organisation: organisation,
            object: object,
            version: version,
            at: at,
            body: body.text
        )
    }
}
