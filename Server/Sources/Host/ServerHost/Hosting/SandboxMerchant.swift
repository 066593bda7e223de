public import ChaveBase
public import ChavePixModel
public import ChaveWire
import Foundation
import PaymentsCore
import PaymentsModel

/// A merchant of the sandbox: an organisation with API keys and an account that receives payments, made once.
///
/// Its password is in a file (mode 0600), because a sandbox is there for trying; real keys are shown once.
public struct SandboxMerchant: Sendable {
    /// One of the two merchants; raw values are their files in the data directory.
    public enum Role: String, Sendable {
        /// The shop, whom the pages and the commands are.
        case shop = "sandbox.json"
        /// `chave load`, whose devices and payments are thus never the shop's.
        case load = "load.json"

        func path(in directory: String) -> String { "\(directory)/\(rawValue)" }
    }

    public let organisation: OrganisationID
    public let secretID: String
    public let secretPassword: String
    public let beneficiary: BankAccountID

    static let name = "Loja Exemplo"

    static func fileName(in directory: String) -> String { Role.shop.path(in: directory) }

    /// The merchant of a data directory; `nil` when no sandbox, or no load, has run there.
    public static func stored(_ role: Role = .shop, in dataDirectory: String) throws -> SandboxMerchant? {
        let path = role.path(in: dataDirectory)
        guard let json = try PrivateFile.read(path) else { return nil }
        guard let merchant = SandboxMerchant(json: json) else { throw SecretFiles.Problem.damaged(path) }
        return merchant
    }

    private init?(json: JSONValue) {
        guard let organisation = json["organisation"]?.string.flatMap(OrganisationID.init),
            let secretID = json["secret_id"]?.string, let secretPassword = json["secret_password"]?.string,
            let beneficiary = json["beneficiary"]?.string.flatMap(BankAccountID.init)
        else { return nil }
        self.organisation = organisation
        self.secretID = secretID
        self.secretPassword = secretPassword
        self.beneficiary = beneficiary
    }

    var json: JSONValue {
        [
            "organisation": .string(organisation.text), "secret_id": .string(secretID),
            "secret_password": .string(secretPassword), "beneficiary": .string(beneficiary.text),
        ]
    }

    init(
        organisation: OrganisationID,
        secretID: String,
        secretPassword: String,
        beneficiary: BankAccountID
    ) {
        self.organisation = organisation
        self.secretID = secretID
        self.secretPassword = secretPassword
        self.beneficiary = beneficiary
    }

    /// The body of the request for a merchant's account.
    public static func account(of role: Role, at institution: InstitutionID) -> JSONValue {
        let (name, identifier, number) =
            switch role {
            case .shop: ("Loja Exemplo Ltda", "11222333000181", "100200300")
            case .load: ("Carga Ltda", "44555666000181", "100200301")
            }
        return [
            "institution": .string(institution.text),
            "holder": [
                "type": "BUSINESS",
                "information": [
                    "name": .string(name), "identifier": .string(identifier), "identifier_type": "CNPJ",
                ],
            ],
            "details": ["country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": .string(number)],
        ]
    }

    /// Finds the shop, or makes it.
    static func plant(
        in payments: Payments,
        by administration: Administration,
        dataDirectory: String,
        institution: InstitutionID
    ) async throws -> SandboxMerchant {
        if let known = try stored(in: dataDirectory) { return known }
        let organisation = try await administration.createOrganisation(
            name: SandboxMerchant.name,
            // The guides' own programs name no enrollment, and a sandbox must run them; each response warns.
            unboundCallbacks: true
        )
        let key = try await administration.createKey(for: organisation.id, label: "sandbox", role: .administrator)
        let request = try CreateBankAccountRequest(json: SandboxMerchant.account(of: .shop, at: institution))
        let answer = try await payments.createBankAccount(
            request,
            by: .merchant(organisation: organisation.id, apiKey: key.key.id),
            idempotency: nil
        )
        guard let id = try JSONValue(parsing: answer.body)["id"]?.string.flatMap(BankAccountID.init) else {
            throw SecretFiles.Problem.damaged(fileName(in: dataDirectory))
        }
        let merchant = SandboxMerchant(
            organisation: organisation.id,
            secretID: key.key.id.text,
            secretPassword: key.password,
            beneficiary: id
        )
        try PrivateFile.write(merchant.json.encoded(), to: fileName(in: dataDirectory))
        return merchant
    }
}
