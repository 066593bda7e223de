public import ChaveBase
public import ChavePixModel
public import ChaveTransport

/// Whom a run pays, over which server, and whose money it is.
public struct LoadTarget: Sendable {
    /// The server.
    public var server: BaseURL
    /// The merchant's key.
    public var secretID: String
    /// And its password.
    public var secretPassword: String
    /// The account that receives the money.
    public var beneficiary: BankAccountID
    /// The bank with which the devices enroll.
    public var institution: InstitutionID
    /// Who approves at the bank; the devices are theirs in turn.
    public var payers: [LoadPayer]
    /// What each payment pays.
    public var amount: Money

    /// All of it; at least one payer.
    public init(
        server: BaseURL,
        secretID: String,
        secretPassword: String,
        beneficiary: BankAccountID,
        institution: InstitutionID,
        payers: [LoadPayer],
        amount: Money
    ) {
        self.server = server
        self.secretID = secretID
        self.secretPassword = secretPassword
        self.beneficiary = beneficiary
        self.institution = institution
        self.payers = payers
        self.amount = amount
    }
}

extension LoadTarget {
    /// Whose turn it is.
    func payer(_ number: Int) throws -> LoadPayer {
        guard !payers.isEmpty else { throw LoadFailure("Nobody is named who could approve at the bank.") }
        return payers[number % payers.count]
    }
}

/// Neither the key nor its password.
extension LoadTarget: CustomStringConvertible, CustomReflectable {
    public var description: String { "load on \(server.text)" }
    public var customMirror: Mirror { Mirror(self, children: ["server": server.text]) }
}

/// Somebody with an account at the sandbox bank.
public struct LoadPayer: Hashable, Sendable {
    /// Eleven digits.
    public var cpf: String
    /// What the bank's page asks for.
    public var password: String

    /// A payer who approves alone.
    public init(cpf: String, password: String) {
        self.cpf = cpf
        self.password = password
    }
}

/// Neither of the two.
extension LoadPayer: CustomStringConvertible, CustomReflectable {
    public var description: String { "a payer" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Why a run cannot begin, or go on: one sentence with the way out, free of personal data.
public struct LoadFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// A sentence for whoever started the run.
    public init(_ description: String) { self.description = description }
}
