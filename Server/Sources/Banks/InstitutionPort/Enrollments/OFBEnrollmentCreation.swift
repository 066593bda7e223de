public import ChaveWire

/// Body of `POST /enrollments`.
public struct OFBEnrollmentCreation: InstitutionMessage {
    public var cpf: String
    public var businessCNPJ: String?
    public var name: String?
    /// `PAYMENTS_INITIATE`, `RECURRING_PAYMENTS_INITIATE`; the bank checks them.
    public var permissions: [String]
    /// The account that the initiator names; `nil` to let the holder choose.
    public var debtorAccount: OFBAccount?

    public init(
        cpf: String,
        businessCNPJ: String?,
        name: String?,
        permissions: [String],
        debtorAccount: OFBAccount? = nil
    ) {
        self.debtorAccount = debtorAccount
        self.cpf = cpf
        self.businessCNPJ = businessCNPJ
        self.name = name
        self.permissions = permissions
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let data = try MessageReader(data: json)
        cpf = try OFBDocument.cpf(data.object("loggedUser"))
        permissions = try data.strings("permissions", limit: 30)
        name = try data.optionalString("enrollmentName", limit: 560)
        if let name, name.unicodeScalars.count > 140 { throw data.invalid("enrollmentName") }
        if let account = try data.optionalObject("debtorAccount") {
            debtorAccount = try OFBAccount(account)
        } else {
            debtorAccount = nil
        }
        if let business = try data.optionalObject("businessEntity") {
            businessCNPJ = try OFBDocument.cnpj(business)
        } else {
            businessCNPJ = nil
        }
    }

    public var json: JSONValue {
        var data = MessageWriter()
        data["loggedUser"] = OFBDocument.json(cpf: cpf)
        data["permissions"] = .array(permissions.map(JSONValue.string))
        data["businessEntity"] = businessCNPJ.map(OFBDocument.json(cnpj:))
        data.set("enrollmentName", name)
        data["debtorAccount"] = debtorAccount?.json
        return data.envelope
    }
}
