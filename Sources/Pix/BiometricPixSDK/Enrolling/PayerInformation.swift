import ChaveBase
import ChavePixModel

/// Whose account an enrollment is for, as far as the bank has told it.
public struct PayerInformation: Codable, Hashable, Sendable {
    /// The payer's account.
    public var bankAccount: PayerBankAccount

    init(_ information: ChavePixModel.PayerInformation) { bankAccount = PayerBankAccount(information) }
}

/// The payer's account, its number masked.
public struct PayerBankAccount: Codable, Hashable, Sendable {
    /// The id of the payer's bank.
    public var institutionId: String?
    /// The branch.
    public var agency: String?
    /// Masked, such as `*****6789`.
    public var number: String?
    /// `CHECKINGS` or `SAVINGS`; a newer server may say others.
    public var accountType: String?

    init(_ information: ChavePixModel.PayerInformation) {
        institutionId = information.institutionID?.text
        agency = information.agency
        number = information.number
        accountType = information.accountType?.rawValue
    }
}
