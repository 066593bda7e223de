public import ChaveWire

/// An account at a bank.
public struct OFBAccount: InstitutionMessage {
    public var ispb: String
    /// The branch; `CACC` and `SVGS` have one.
    public var issuer: String?
    public var number: String
    /// `CACC` (checking), `SVGS` (savings) or `TRAN` (payment).
    public var accountType: String

    public init(ispb: String, issuer: String?, number: String, accountType: String) {
        self.ispb = ispb
        self.issuer = issuer
        self.number = number
        self.accountType = accountType
    }

    public init(json: JSONValue) throws(InstitutionMessageError) { try self.init(MessageReader(json)) }

    init(_ reader: MessageReader) throws(InstitutionMessageError) {
        ispb = try reader.string("ispb", limit: 8)
        issuer = try reader.optionalString("issuer", limit: 4)
        number = try reader.string("number", limit: 20)
        accountType = try reader.string("accountType", limit: 4)
        guard ispb.utf8.count == 8 else { throw reader.invalid("ispb") }
        guard ["CACC", "SVGS", "TRAN"].contains(accountType) else { throw reader.invalid("accountType") }
        guard issuer != nil || accountType == "TRAN" else {
            throw InstitutionMessageError(field: reader.field("issuer"), problem: .missing)
        }
    }

    public var json: JSONValue {
        var account = MessageWriter()
        account.set("ispb", ispb)
        account.set("issuer", issuer)
        account.set("number", number)
        account.set("accountType", accountType)
        return .object(account.object)
    }
}
