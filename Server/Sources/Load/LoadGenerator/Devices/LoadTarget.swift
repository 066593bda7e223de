public import ChaveBase
public import ChavePixModel
public import ChaveTransport

/// The target of a run: the server, the merchant and the payers.
public struct LoadTarget: Sendable {
    /// The server.
    public var server: BaseURL
    /// The id of the merchant's key.
    public var secretID: String
    /// The password of the merchant's key.
    public var secretPassword: String
    /// The account that receives the money.
    public var beneficiary: BankAccountID
    /// The bank with which the devices enroll.
    public var institution: InstitutionID
    /// The payers who approve at the bank; each device belongs to the next payer in turn.
    public var payers: [LoadPayer]
    /// The amount of each payment.
    public var amount: Money

    /// Makes a target with at least one payer.
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
    /// The payer of the device `number`.
    func payer(_ number: Int) throws -> LoadPayer {
        guard !payers.isEmpty else { throw LoadFailure("Nobody is named who could approve at the bank.") }
        return payers[number % payers.count]
    }
}

/// The printed form, without the key and its password.
extension LoadTarget: CustomStringConvertible, CustomReflectable {
    public var description: String { "load on \(server.text)" }
    public var customMirror: Mirror { Mirror(self, children: ["server": server.text]) }
}

/// A person with an account at the sandbox bank.
public struct LoadPayer: Hashable, Sendable {
    /// The person's CPF, eleven digits.
    public var cpf: String
    /// The password for the bank's page.
    public var password: String

    /// Makes a payer who approves alone.
    public init(cpf: String, password: String) {
        self.cpf = cpf
        self.password = password
    }
}

/// The printed form, without CPF and password.
extension LoadPayer: CustomStringConvertible, CustomReflectable {
    public var description: String { "a payer" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The reason why a run cannot begin or go on: one sentence with the next step, free of personal data.
public struct LoadFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Makes a failure with a sentence for the user who started the run.
    public init(_ description: String) { self.description = description }
}
