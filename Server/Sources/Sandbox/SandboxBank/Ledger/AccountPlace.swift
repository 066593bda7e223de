import ChaveBase
import ChavePixModel
import InstitutionPort
import SQLPort

/// Where money can lie.
enum AccountPlace: Hashable, Sendable {
    case account(ispb: String, issuer: String?, number: String, accountType: String)
    /// Behind a Pix key.
    case pixKey(String)
    /// What the opening balances of one institution came from.
    case opening(ispb: String)

    init(_ account: OFBAccount) {
        self = .account(
            ispb: account.ispb,
            issuer: account.issuer,
            number: account.number,
            accountType: account.accountType
        )
    }

    /// Where the money of a payment goes: the account when it names one, else whoever has the key.
    init?(creditorOf terms: OFBPaymentTerms) {
        if let account = terms.creditorAccount {
            self.init(account)
        } else if let key = terms.proxy {
            self = .pixKey(key)
        } else {
            return nil
        }
    }

    /// The one text that stands for the place.
    var text: String {
        switch self {
        case .account(let ispb, let issuer, let number, let type): "account/\(ispb)/\(issuer ?? "")/\(number)/\(type)"
        case .pixKey(let key): "key/\(key)"
        case .opening(let ispb): "opening/\(ispb)"
        }
    }
}

/// An account as it is opened.
struct AccountOpening: Hashable, Sendable {
    var place: AccountPlace
    var balance: Money
    var approvers: Int
}

/// An account as the bank knows it.
struct AccountRecord: Hashable, Sendable {
    var id: Int64
    var account: OFBAccount
    var approvers: Int
    /// In centavos.
    var balance: Int64

    static let columns = ColumnNames("id, ispb, issuer, number, type, approvers, balance")
}

extension AccountRecord {
    init(_ row: SQLRow) throws { try self.init(ColumnReader(row, table: "account")) }

    init(_ reader: ColumnReader) throws {
        var columns = reader
        id = try columns.integer()
        account = OFBAccount(
            ispb: try columns.text(),
            issuer: try columns.optionalText(),
            number: try columns.text(),
            accountType: try columns.text()
        )
        approvers = Int(clamping: try columns.integer())
        balance = try columns.integer()
    }
}
