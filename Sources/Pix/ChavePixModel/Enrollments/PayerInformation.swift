import ChaveWire

/// The part of the payer's account data that the bank has sent and that callers may see.
public struct PayerInformation: Hashable, Sendable {
    /// The payer's bank.
    public var institutionID: InstitutionID?
    /// The branch, at most 10 characters.
    public var agency: String?
    /// The account number, masked: `*****6789`.
    public var number: String?
    /// The type of the account.
    public var accountType: AccountType?

    /// The payer's account; the initialiser masks `number`.
    public init(institutionID: InstitutionID?, agency: String?, number: String?, accountType: AccountType?) {
        self.institutionID = institutionID
        self.agency = agency
        self.number = number.map(PayerInformation.masked)
        self.accountType = accountType
    }

    /// `*****` and the last four characters of the number.
    ///
    /// A number of four or fewer characters shows two characters less than it has, so that part of the number stays
    /// hidden. A masked number does not change.
    public static func masked(_ number: String) -> String {
        if number.utf8.starts(with: "*****".utf8) { return number }
        return "*****\(number.suffix(number.count > 4 ? 4 : max(0, number.count - 2)))"
    }

    static let schema = Schema(
        "PayerInformation",
        "The payer's account.",
        [
            .always(
                "bank_account",
                .object(
                    Schema(
                        "PayerBankAccount",
                        "The payer's account, its number masked.",
                        [
                            .orNull("institution_id", .uuid, "The payer's bank."),
                            .orNull("agency", .text(longest: 10), "The branch."),
                            .orNull("number", .text(longest: 40), "The number, masked."),
                            .orNull("account_type", AccountType.fieldType, "The type of the account."),
                        ]
                    )
                ),
                "The account."
            )
        ]
    )

    init?(reader: FieldReader?) {
        guard let account = reader?.findObject("bank_account") else { return nil }
        institutionID = account.find("institution_id")
        agency = account.find("agency")
        number = account.find("number")
        accountType = account.find("account_type")
    }

    var json: JSONValue {
        var account = JSONObject()
        account.write("institution_id", institutionID)
        account.write("agency", agency)
        account.write("number", number)
        account.write("account_type", accountType)
        return ["bank_account": .object(account)]
    }
}
