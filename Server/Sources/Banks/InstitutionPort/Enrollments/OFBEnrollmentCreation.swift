public import ChaveWire

/// Body of `POST /enrollments`.
public struct OFBEnrollmentCreation: InstitutionMessage {
    public var cpf: String
    public var businessCNPJ: String?
    public var name: String?
    /// `PAYMENTS_INITIATE`, `RECURRING_PAYMENTS_INITIATE`; the bank checks them.
    public var permissions: [String]

    public init(cpf: String, businessCNPJ: String?, name: String?, permissions: [String]) {
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
        return data.envelope
    }
}
