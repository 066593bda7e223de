import ChaveBase
import ChavePixModel
import InstitutionPort
import SQLPort

/// A place that can hold money.
enum AccountPlace: Hashable, Sendable {
    case account(ispb: String, issuer: String?, number: String, accountType: String)
    /// The account behind a Pix key.
    case pixKey(String)
    /// The source of one institution's opening balances.
    case opening(ispb: String)

    init(_ account: OFBAccount) {
        self = .account(
            ispb: account.ispb,
            issuer: account.issuer,
            number: account.number,
            accountType: account.accountType
        )
    }

    /// The place that receives a payment's money: the named account, or else the Pix key.
    init?(creditorOf order: OFBPaymentOrder) {
        if let account = order.creditorAccount {
            self.init(account)
        } else if let key = order.proxy {
            self = .pixKey(key)
        } else {
            return nil
        }
    }

    /// The unique text of the place.
    var text: String {
        switch self {
        case .account(let ispb, let issuer, let number, let type): "account/\(ispb)/\(issuer ?? "")/\(number)/\(type)"
        case .pixKey(let key): "key/\(key)"
        case .opening(let ispb): "opening/\(ispb)"
        }
    }
}

/// An account to open.
struct AccountOpening: Hashable, Sendable {
    var place: AccountPlace
    var balance: Money
    var approvers: Int
}

/// A stored account.
struct AccountRecord: Hashable, Sendable {
    var id: Int64
    var account: OFBAccount
    var approvers: Int
    /// The balance in centavos.
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
