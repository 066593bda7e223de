public import ChaveWire

extension PaymentIntentResource {
    public static let schema = Schema(
        "PaymentIntent",
        "What a merchant asked for, and what became of it.",
        originFields + [
            .always("amount", .money, "The amount in reais."),
            .always("currency", .text(longest: 3), "BRL."),
            .always("customer", .uuid, "The payer."),
            .always("description", .text(longest: 140), "What the payment is for."),
            .always("statement_description", .text(longest: 140), "What the payer's statement will say."),
            .always("status", PaymentIntentStatus.fieldType, "Where it stands."),
            .orNull("failure_code", FailureCode.fieldType, "Why it failed or was cancelled."),
            .orNull("failure_message", .text(longest: 255), "The reason in words."),
            .always(
                "allowed_payment_method_types",
                .array(PaymentMethodType.fieldType, count: 0...10, takesSingleValue: false),
                "How the money may be collected."
            ),
            .orNull("selected_payment_method_type", PaymentMethodType.fieldType, "How it is collected."),
            .orNull("payment_method_details", .object(PaymentMethodDetails.schema), "From and to where."),
            .orNull("schedule", .object(PaymentSchedule.schema), "The days of later payments."),
            .orNull("payment_method_information", .object(PaymentMethodInformation.schema), "The bank's side."),
            .always(
                "charges",
                .array(.object(ChargeResource.schema), count: 0...1_000, takesSingleValue: false),
                "The attempts to collect."
            ),
        ]
    )

    private static let originFields: [Field] = [
        .always("id", .uuid, "The intent's id."),
        .orNull("created_by", .text(longest: 255), "Who created it."),
        .orNull("created_by_type", CreatorType.fieldType, "Whose credentials created it."),
        .always("created_at", .timestamp, "When it was created."),
        .always("updated_at", .timestamp, "When it changed last."),
        .orNull("external_id", .text(longest: 255), "The merchant's own id of the payment."),
        .always("metadata", .metadata, "The merchant's notes."),
    ]

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        createdBy = reader.find("created_by")
        createdByType = reader.find("created_by_type")
        createdAt = try reader.read("created_at")
        updatedAt = try reader.read("updated_at")
        externalID = reader.find("external_id")
        metadata = reader.find("metadata") ?? Metadata()
        amount = try reader.read("amount")
        currency = reader.find("currency") ?? "BRL"
        customer = try reader.read("customer")
        description = reader.find("description") ?? ""
        statementDescription = reader.find("statement_description") ?? ""
        status = try reader.read("status")
        failureCode = reader.find("failure_code")
        failureMessage = reader.find("failure_message")
        allowedPaymentMethodTypes = reader.texts("allowed_payment_method_types").map(PaymentMethodType.init(rawValue:))
        selectedPaymentMethodType = reader.find("selected_payment_method_type")
        paymentMethodDetails = reader.findObject("payment_method_details")
            .flatMap { try? PaymentMethodDetails(reader: $0) }
        schedule = try? PaymentSchedule("schedule", in: reader)
        paymentMethodInformation = PaymentMethodInformation(reader: reader.findObject("payment_method_information"))
        charges = try reader.messages("charges")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("created_by", createdBy)
        object.write("created_by_type", createdByType)
        object.write("created_at", createdAt)
        object.write("updated_at", updatedAt)
        object.write("external_id", externalID)
        object["metadata"] = metadata.json
        object.write("amount", amount)
        object.write("currency", currency)
        object.write("customer", customer)
        object.write("description", description)
        object.write("statement_description", statementDescription)
        object.write("status", status)
        object.write("failure_code", failureCode)
        object.write("failure_message", failureMessage)
        object["allowed_payment_method_types"] = .array(allowedPaymentMethodTypes.map(\.scalar))
        object.write("selected_payment_method_type", selectedPaymentMethodType)
        object.write("payment_method_details", json: paymentMethodDetails?.json)
        object.write("schedule", json: schedule?.json)
        object.write("payment_method_information", json: paymentMethodInformation?.json)
        object["charges"] = .array(charges.map(\.json))
        return .object(object)
    }
}
