public import ChaveWire

/// The body of `POST /payment-intents/`: a merchant's request for a payment.
public struct CreatePaymentIntentRequest: APIRequest {
    /// The amount in reais.
    public var amount: Money
    /// The currency, when the caller gives one; the table accepts only `BRL`.
    private(set) var currency: String?
    /// How the money may be collected.
    public var allowedPaymentMethodTypes: [PaymentMethodType]
    /// The payer.
    public var customer: CustomerReference
    /// The purpose of the payment, at most 140 characters.
    public var description: String
    /// The text on the payer's statement, at most 140 characters.
    public var statementDescription: String
    /// The paying enrollment and the receiving account.
    public var paymentMethodDetails: PaymentMethodDetails
    /// The days of the payments; `nil` for one payment now.
    public var schedule: PaymentSchedule?
    /// The merchant's own id of the payment, at most 255 characters.
    public var externalID: String?
    /// The merchant's notes.
    public var metadata: Metadata?

    /// A request of these members; this initialiser does not check the table's limits.
    public init(
        amount: Money,
        customer: CustomerReference,
        description: String,
        statementDescription: String,
        paymentMethodDetails: PaymentMethodDetails,
        schedule: PaymentSchedule? = nil,
        externalID: String? = nil,
        metadata: Metadata? = nil
    ) {
        self.amount = amount
        allowedPaymentMethodTypes = [.openFinanceBiometricPix]
        self.customer = customer
        self.description = description
        self.statementDescription = statementDescription
        self.paymentMethodDetails = paymentMethodDetails
        self.schedule = schedule
        self.externalID = externalID
        self.metadata = metadata
    }

    public static let schema = Schema(
        "CreatePaymentIntentRequest",
        "Asks a payer for money.",
        [
            Field("amount", .amount, .required, "The amount in reais."),
            Field("currency", .enumeration(["BRL"]), .optional, "Pix knows no other."),
            Field(
                "allowed_payment_method_types",
                .array(.enumeration(PaymentMethodType.all.map(\.rawValue)), count: 1...10, takesSingleValue: true),
                .required,
                "How the money may be collected."
            ),
            Field("customer", .reference(CustomerReference.schema), .required, "The payer."),
            Field("description", .text(longest: 140), .required, "What the payment is for."),
            Field("statement_description", .text(longest: 140), .required, "What the payer's statement will say."),
            Field("payment_method_details", .object(PaymentMethodDetails.schema), .required, "From and to where."),
            Field(
                "schedule",
                .object(PaymentSchedule.schema),
                .optional,
                "The days of later payments; without it, one payment now."
            ),
            Field("confirm", .onlyTrue, .required, "Always true: the payment is ready to be processed."),
            Field("external_id", .text(longest: 255), .optional, "The merchant's own id of the payment."),
            Field("metadata", .metadata, .optional, "The merchant's notes."),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try CreatePaymentIntentRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        amount = try reader.read("amount")
        currency = reader.find("currency")
        let single: PaymentMethodType? = reader.find("allowed_payment_method_types")
        allowedPaymentMethodTypes =
            single.map { [$0] }
            ?? reader.texts("allowed_payment_method_types").map(PaymentMethodType.init(rawValue:))
        customer = try CustomerReference("customer", in: reader)
        description = try reader.read("description")
        statementDescription = try reader.read("statement_description")
        paymentMethodDetails = try PaymentMethodDetails(reader: reader.readObject("payment_method_details"))
        schedule = try PaymentSchedule("schedule", in: reader)
        externalID = reader.find("external_id")
        metadata = reader.find("metadata")
    }

    /// The request as JSON; the amount is a number with the decimal text of `Money`, as the guides show it.
    public var json: JSONValue {
        var object = JSONObject()
        object["amount"] = JSONNumber(amount.decimal).map(JSONValue.number) ?? amount.json
        object.writeIfAny("currency", currency)
        object["allowed_payment_method_types"] = .array(allowedPaymentMethodTypes.map(\.scalar))
        object["customer"] = customer.json
        object.write("description", description)
        object.write("statement_description", statementDescription)
        object["payment_method_details"] = paymentMethodDetails.json
        if let schedule { object["schedule"] = schedule.json }
        object.write("confirm", true)
        object.writeIfAny("external_id", externalID)
        object.writeIfAny("metadata", metadata)
        return .object(object)
    }
}

/// The enrollment that pays and the account that receives the money.
public struct PaymentMethodDetails: Hashable, Sendable {
    /// The account that receives the money.
    public var beneficiaryBankAccount: BankAccountID
    /// The enrollment that pays.
    public var enrollment: EnrollmentID

    /// The details of the receiving account and the paying enrollment.
    public init(beneficiaryBankAccount: BankAccountID, enrollment: EnrollmentID) {
        self.beneficiaryBankAccount = beneficiaryBankAccount
        self.enrollment = enrollment
    }

    /// The table of the members, and the source of the OpenAPI document.
    public static let schema = Schema(
        "PaymentMethodDetails",
        "From and to where.",
        [
            Field(
                PaymentMethodType.openFinanceBiometricPix.rawValue,
                .object(
                    Schema(
                        "OpenFinanceBiometricPixDetails",
                        "From which enrollment to which account.",
                        [
                            Field("beneficiary_bank_account", .uuid, .required, "The account that receives the money."),
                            Field("enrollment", .uuid, .required, "The enrollment that pays."),
                        ]
                    )
                ),
                .required,
                "From which enrollment to which account."
            )
        ]
    )

    init(reader: FieldReader) throws(FieldErrors) {
        let pix = try reader.readObject(PaymentMethodType.openFinanceBiometricPix.rawValue)
        beneficiaryBankAccount = try pix.read("beneficiary_bank_account")
        enrollment = try pix.read("enrollment")
    }

    /// The members, below the name of the payment method.
    public var json: JSONValue {
        var pix = JSONObject()
        pix.write("beneficiary_bank_account", beneficiaryBankAccount)
        pix.write("enrollment", enrollment)
        var object = JSONObject()
        object[PaymentMethodType.openFinanceBiometricPix.rawValue] = .object(pix)
        return .object(object)
    }
}
