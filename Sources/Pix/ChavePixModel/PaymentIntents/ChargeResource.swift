public import ChaveBase
public import ChaveWire

/// One attempt to collect, as the API returns it.
public struct ChargeResource: APIMessage {
    /// The charge's id.
    public var id: ChargeID
    /// The creation time of the charge.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var updatedAt: Timestamp
    /// The payment intent of the charge.
    public var paymentIntent: PaymentIntentID
    /// The payer.
    public var customer: CustomerID
    /// The amount in reais.
    public var amount: Money
    /// The currency, `BRL`.
    public var currency: String
    /// The purpose of the payment, at most 140 characters.
    public var description: String
    /// The text on the payer's statement, at most 140 characters.
    public var statementDescription: String
    /// The status of the charge.
    public var status: ChargeStatus
    /// The day on which the charge is paid; `nil` for a charge at once.
    public var scheduledFor: CalendarDate?
    /// The id of the charge's payment in Pix.
    public var endToEndID: EndToEndID?
    /// The reason for the failure.
    public var failureCode: FailureCode?
    /// The reason in words, at most 255 characters.
    public var failureMessage: String?
    /// The way in which the money is collected.
    public var paymentMethodType: PaymentMethodType
    /// The account that pays.
    public var payerInformation: PayerInformation?
    /// The bank's bookings.
    public var transactions: [JSONValue]

    /// An answer of these members.
    public init(
        id: ChargeID,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        paymentIntent: PaymentIntentID,
        customer: CustomerID,
        amount: Money,
        description: String,
        statementDescription: String,
        status: ChargeStatus,
        scheduledFor: CalendarDate? = nil,
        endToEndID: EndToEndID? = nil,
        failureCode: FailureCode? = nil,
        failureMessage: String? = nil,
        payerInformation: PayerInformation? = nil,
        transactions: [JSONValue] = []
    ) {
        self.id = id
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.paymentIntent = paymentIntent
        self.customer = customer
        self.amount = amount
        currency = "BRL"
        self.description = description
        self.statementDescription = statementDescription
        self.status = status
        self.scheduledFor = scheduledFor
        self.endToEndID = endToEndID
        self.failureCode = failureCode
        self.failureMessage = failureMessage
        paymentMethodType = .openFinanceBiometricPix
        self.payerInformation = payerInformation
        self.transactions = transactions
    }

    public static let schema = Schema(
        "Charge",
        "One attempt to collect.",
        [
            .always("id", .uuid, "The charge's id."),
            .always("created_at", .timestamp, "When it was created."),
            .always("updated_at", .timestamp, "When it changed last."),
            .always("payment_intent", .uuid, "The intent it collects for."),
            .always("customer", .uuid, "The payer."),
            .always("amount", .money, "The amount in reais."),
            .always("currency", .text(longest: 3), "BRL."),
            .always("description", .text(longest: 140), "What the payment is for."),
            .always("statement_description", .text(longest: 140), "What the payer's statement will say."),
            .always("status", ChargeStatus.fieldType, "Where it stands."),
            .orNull("scheduled_for", .text(.anyDate), "The day on which it is paid; null for a charge at once."),
            .orNull("end_to_end_id", .text(.endToEndID), "The payment's id in Pix."),
            .orNull("failure_code", FailureCode.fieldType, "Why it failed."),
            .orNull("failure_message", .text(longest: 255), "The reason in words."),
            .always("payment_method_type", PaymentMethodType.fieldType, "How it is collected."),
            .orNull("payer_information", .object(PayerInformation.schema), "The account that pays."),
            .always("transactions", .array(.any, count: 0...1_000, takesSingleValue: false), "What the bank booked."),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        createdAt = try reader.read("created_at")
        updatedAt = try reader.read("updated_at")
        paymentIntent = try reader.read("payment_intent")
        customer = try reader.read("customer")
        amount = try reader.read("amount")
        currency = reader.find("currency") ?? "BRL"
        description = reader.find("description") ?? ""
        statementDescription = reader.find("statement_description") ?? ""
        status = try reader.read("status")
        scheduledFor = reader.find("scheduled_for")
        endToEndID = reader.find("end_to_end_id")
        failureCode = reader.find("failure_code")
        failureMessage = reader.find("failure_message")
        paymentMethodType = reader.find("payment_method_type") ?? .openFinanceBiometricPix
        payerInformation = PayerInformation(reader: reader.findObject("payer_information"))
        transactions = reader.object["transactions"]?.array ?? []
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("created_at", createdAt)
        object.write("updated_at", updatedAt)
        object.write("payment_intent", paymentIntent)
        object.write("customer", customer)
        object.write("amount", amount)
        object.write("currency", currency)
        object.write("description", description)
        object.write("statement_description", statementDescription)
        object.write("status", status)
        object.write("scheduled_for", scheduledFor)
        object.write("end_to_end_id", endToEndID)
        object.write("failure_code", failureCode)
        object.write("failure_message", failureMessage)
        object.write("payment_method_type", paymentMethodType)
        object.write("payer_information", json: payerInformation?.json)
        object["transactions"] = .array(transactions)
        return .object(object)
    }
}
