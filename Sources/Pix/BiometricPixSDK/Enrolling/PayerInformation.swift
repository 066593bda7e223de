import ChaveBase
import ChavePixModel

/// The payer's data, as far as the bank has sent it.
public struct PayerInformation: Codable, Hashable, Sendable {
    /// The payer's account.
    public var bankAccount: PayerBankAccount

    init(_ information: ChavePixModel.PayerInformation) { bankAccount = PayerBankAccount(information) }
}

/// The payer's account, with a masked number.
public struct PayerBankAccount: Codable, Hashable, Sendable {
    /// The id of the payer's bank.
    public var institutionId: String?
    /// The branch.
    public var agency: String?
    /// The number, masked, such as `*****6789`.
    public var number: String?
    /// The type, `CHECKINGS` or `SAVINGS`; a newer server may send other values.
    public var accountType: String?

    init(_ information: ChavePixModel.PayerInformation) {
        institutionId = information.institutionID?.text
        agency = information.agency
        number = information.number
        accountType = information.accountType?.rawValue
    }
}
