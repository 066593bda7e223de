import ChaveBase
import ChavePixModel
import ChaveWire
public import PaymentsModel

/// The holder of an account and the data by which the receiving bank finds it.
///
/// The data is stored sealed, because a receiver may be a person.
struct BankAccountParticulars: Hashable, Sendable {
    var holderName: String
    var holderTaxID: String
    var holderIsBusiness: Bool
    /// The holder as responses show it, with a masked identifier.
    var shownHolder: JSONValue
    var details: BankAccountDetails

    init(_ request: CreateBankAccountRequest) {
        holderName = request.holder.name
        holderTaxID = request.holder.identifier.text
        holderIsBusiness = request.holder.type == .business
        shownHolder = request.holder.json(identifier: request.holder.identifier.masked)
        details = request.details
    }

    init(
        holderName: String,
        holderTaxID: String,
        holderIsBusiness: Bool,
        shownHolder: JSONValue,
        details: BankAccountDetails
    ) {
        self.holderName = holderName
        self.holderTaxID = holderTaxID
        self.holderIsBusiness = holderIsBusiness
        self.shownHolder = shownHolder
        self.details = details
    }

    var json: JSONValue {
        [
            "name": .string(holderName), "tax_id": .string(holderTaxID), "is_business": .bool(holderIsBusiness),
            "holder": shownHolder, "details": details.json,
        ]
    }

    init?(json bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let name = json["name"]?.string,
            let taxID = json["tax_id"]?.string, let isBusiness = json["is_business"]?.bool,
            let holder = json["holder"], let details = json["details"].flatMap(BankAccountDetails.init(stored:))
        else { return nil }
        holderName = name
        holderTaxID = taxID
        holderIsBusiness = isBusiness
        shownHolder = holder
        self.details = details
    }
}

extension BankAccountDetails {
    /// Reads the form that `json` writes.
    fileprivate init?(stored json: JSONValue) {
        if let key = json["pix_key"]?.string {
            self = .pixKey(key)
            return
        }
        guard let type = json["account_type"]?.string, let agency = json["agency"]?.string,
            let number = json["number"]?.string
        else { return nil }
        self = .account(type: AccountType(rawValue: type), agency: agency, number: number)
    }
}

extension BankAccount {
    /// The field name that binds the box to its place.
    static func particularsField(_ id: BankAccountID) -> String { "bank-account/\(id.text)/particulars" }
}

extension BankAccount {
    /// Throws unless `key` opens the account's sealed data.
    public func requireReadable(with key: FieldKey) throws(SealingError) {
        _ = try key.openSecret(particulars, field: BankAccount.particularsField(id))
    }
}

extension Payments {
    func particulars(of account: BankAccount) throws(SealingError) -> BankAccountParticulars {
        let field = BankAccount.particularsField(account.id)
        let bytes = try fieldKey.openSecret(account.particulars, field: field)
        guard let particulars = BankAccountParticulars(json: bytes) else { throw .damaged(field: field) }
        return particulars
    }

    func seal(_ particulars: BankAccountParticulars, of id: BankAccountID) throws(SealingError) -> SealedSecret {
        try fieldKey.sealSecret(
            particulars.json.encoded(),
            field: BankAccount.particularsField(id),
            randomBytes: world.randomBytes
        )
    }
}
