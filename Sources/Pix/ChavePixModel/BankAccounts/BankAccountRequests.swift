public import ChaveBase
public import ChaveWire

/// The body of `POST /bank-accounts/`: an account that receives money.
public struct CreateBankAccountRequest: APIRequest, Redacted {
    /// The bank of the account.
    public var institution: InstitutionID
    /// The holder of the account.
    public var holder: AccountHolder
    /// The numbers or the Pix key of the account.
    public var details: BankAccountDetails

    /// A request of these members; this initialiser does not check the table's limits.
    public init(institution: InstitutionID, holder: AccountHolder, details: BankAccountDetails) {
        self.institution = institution
        self.holder = holder
        self.details = details
    }

    public static let schema = Schema(
        "CreateBankAccountRequest",
        "A new account that receives money.",
        [
            Field("institution", .uuid, .required, "The bank where the account is."),
            Field("holder", .object(AccountHolder.schema), .required, "To whom the account belongs."),
            Field("details", .object(BankAccountDetails.schema), .required, "Where the money goes."),
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try CreateBankAccountRequest.schema.check(json, in: context)
        let reader = try FieldReader(json)
        institution = try reader.read("institution")
        holder = try AccountHolder(checked: reader.readObject("holder"))
        details = try BankAccountDetails(checked: reader.readObject("details"))
    }

    public var json: JSONValue {
        [
            "institution": .string(institution.text), "holder": holder.json(identifier: holder.identifier.text),
            "details": details.json,
        ]
    }
}

/// The body of `PATCH /bank-accounts/{id}/`, which changes nothing but `active`.
public struct UpdateBankAccountRequest: APIRequest {
    /// Whether new payment intents may name the account.
    public var active: Bool

    /// Switches an account on or off.
    public init(active: Bool) { self.active = active }

    public static let schema = Schema(
        "UpdateBankAccountRequest",
        "Takes an account into use or out of it.",
        [Field("active", .boolean, .required, "Whether new payment intents may name the account.")]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try UpdateBankAccountRequest.schema.check(json, in: context)
        active = try FieldReader(json).read("active")
    }

    public var json: JSONValue { ["active": .bool(active)] }
}
