import ChavePixModel
import InstitutionPort

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
}
