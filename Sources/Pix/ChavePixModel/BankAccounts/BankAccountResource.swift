public import ChaveBase
public import ChaveWire

/// An account that receives money, as the API returns it.
public struct BankAccountResource: APIMessage, Redacted {
    /// The account's id.
    public var id: BankAccountID
    /// The creator of the account, at most 255 characters.
    public var createdBy: String?
    /// The creation time of the account.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var updatedAt: Timestamp
    /// The bank of the account.
    public var institution: InstitutionID
    /// The holder, with the number masked.
    public var holder: JSONObject
    /// The numbers or the Pix key, as in the request.
    public var details: JSONObject
    /// Whether new payment intents may name the account.
    public var active: Bool

    /// An answer of these members.
    public init(
        id: BankAccountID,
        createdBy: String?,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        institution: InstitutionID,
        holder: AccountHolder,
        details: BankAccountDetails,
        active: Bool
    ) {
        self.id = id
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.institution = institution
        self.holder = holder.json(identifier: holder.identifier.masked).object ?? JSONObject()
        self.details = details.json.object ?? JSONObject()
        self.active = active
    }

    public static let schema = Schema(
        "BankAccount",
        "An account that receives money.",
        [
            .always("id", .uuid, "The account's id."),
            .orNull("created_by", .text(longest: 255), "Who created it."),
            .always("created_at", .timestamp, "When it was created."),
            .always("updated_at", .timestamp, "When it changed last."),
            .always("institution", .uuid, "The bank where the account is."),
            .always("holder", .anyObject, "As in the request, the number masked."),
            .always("details", .object(BankAccountDetails.schema), "As in the request."),
            .always("active", .boolean, "Whether new payment intents may name the account."),
        ]
    )

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        id = try reader.read("id")
        createdBy = reader.find("created_by")
        createdAt = try reader.read("created_at")
        updatedAt = try reader.read("updated_at")
        institution = try reader.read("institution")
        holder = try reader.readObject("holder").object
        details = try reader.readObject("details").object
        active = try reader.read("active")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("id", id)
        object.write("created_by", createdBy)
        object.write("created_at", createdAt)
        object.write("updated_at", updatedAt)
        object.write("institution", institution)
        object["holder"] = .object(holder)
        object["details"] = .object(details)
        object.write("active", active)
        return .object(object)
    }
}
