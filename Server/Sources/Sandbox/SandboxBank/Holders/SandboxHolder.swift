import ChavePixModel

/// A person with accounts at every sandbox bank.
///
/// Neither the people nor the passwords are secret: the sign-in page shows them.
public struct SandboxHolder: Hashable, Sendable {
    public let cpf: String
    public let name: String
    public let password: String
    /// The number of people who must approve a payment from the checking account.
    let approvers: Int
    /// The first balance of the checking account; `nil` for the configured balance.
    let openingBalance: Money?
    let number: Int
}

extension SandboxHolder {
    /// The people to try the sandbox with.
    public static let all: [SandboxHolder] = [
        SandboxHolder(number: 1, cpf: "76109277673", name: "Alice Nogueira"),
        SandboxHolder(number: 2, cpf: "87517400444", name: "Bruno Teixeira"),
        SandboxHolder(number: 3, cpf: "12345678909", name: "Clara Antunes", openingBalance: Money(centavos: 50_00)),
        SandboxHolder(number: 4, cpf: "11144477735", name: "Davi Prado", approvers: 2),
        SandboxHolder(number: 5, cpf: "52998224725", name: "Elisa Fontes"),
    ]

    /// The payers of `chave load`, whom no page names: what they do is in no other person's shop and statement.
    public static let ofLoad: [SandboxHolder] = [
        SandboxHolder(number: 6, cpf: "31415926590", name: "Fátima Carga"),
        SandboxHolder(number: 7, cpf: "27182818205", name: "Gil Carga"),
    ]

    /// Everybody with accounts.
    static var everybody: [SandboxHolder] { all + ofLoad }

    public static func with(cpf: String) -> SandboxHolder? {
        everybody.first { $0.cpf.utf8.elementsEqual(cpf.utf8) }
    }

    private init(number: Int, cpf: String, name: String, approvers: Int = 1, openingBalance: Money? = nil) {
        self.number = number
        self.cpf = cpf
        self.name = name
        password = "senha-\(number)"
        self.approvers = approvers
        self.openingBalance = openingBalance
    }

    /// The accounts to open at one institution.
    func accounts(at institution: SandboxInstitution, checkingBalance: Money) -> [AccountOpening] {
        let number = "\(institution.sortPriority)\(self.number)"
        return [
            AccountOpening(
                place: .account(
                    ispb: institution.ispb,
                    issuer: "0001",
                    number: "10\(number)7",
                    accountType: "CACC"
                ),
                balance: openingBalance ?? checkingBalance,
                approvers: approvers
            ),
            AccountOpening(
                place: .account(
                    ispb: institution.ispb,
                    issuer: "0001",
                    number: "20\(number)3",
                    accountType: "SVGS"
                ),
                balance: Money(centavos: 1_000_00) ?? .zero,
                approvers: 1
            ),
        ]
    }
}
