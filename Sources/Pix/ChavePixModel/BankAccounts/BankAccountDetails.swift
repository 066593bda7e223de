public import ChaveBase
public import ChaveWire

/// The destination of a payment: an account's numbers, or a Pix key.
public enum BankAccountDetails: Hashable, Sendable, Redacted {
    /// Branch, of 1 to 4 digits, and number with its check digit.
    case account(type: AccountType, agency: String, number: String)
    /// A Pix key: CPF, CNPJ, telephone number, e-mail address or random key.
    case pixKey(String)

    static let schema = Schema(
        "BankAccountDetails",
        "An account by its numbers or by a Pix key.",
        [
            Field("country", .enumeration(["BRA"]), .required, "BRA."),
            Field(
                "account_type",
                .enumeration(AccountType.all.map(\.rawValue)),
                .requiredWhen(.without("pix_key")),
                "The type of the account."
            ),
            Field("agency", .text(.agency), .requiredWhen(.without("pix_key")), "The branch."),
            Field("number", .text(.accountNumber), .requiredWhen(.without("pix_key")), "The number of the account."),
            Field(
                "pix_key",
                .text(longest: 77, .pixKey),
                .optional,
                excludes: ["account_type", "agency", "number"],
                "The account's Pix key, in place of its numbers."
            ),
        ]
    )

    init(checked reader: FieldReader) throws(FieldErrors) {
        if let key: String = reader.find("pix_key") {
            self = .pixKey(key)
        } else {
            self = .account(
                type: try reader.read("account_type"),
                agency: try reader.read("agency"),
                number: try reader.read("number")
            )
        }
    }

    /// The members in the API's form.
    public var json: JSONValue {
        switch self {
        case .account(let type, let agency, let number):
            [
                "country": "BRA", "account_type": .string(type.rawValue), "agency": .string(agency),
                "number": .string(number),
            ]
        case .pixKey(let key): ["country": "BRA", "pix_key": .string(key)]
        }
    }
}

/// The type of an account at a bank.
public struct AccountType: OpenText, JSONScalar {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A current account.
    public static let checkings = AccountType(rawValue: "CHECKINGS")
    /// A savings account.
    public static let savings = AccountType(rawValue: "SAVINGS")
    /// An account for wages.
    public static let salary = AccountType(rawValue: "SALARY")

    public static let all: [AccountType] = [.checkings, .savings, .salary]
}
