public import ChaveBase
public import ChavePixModel
import ChaveWire
import Foundation
import PaymentsCore
import PaymentsModel

/// The sandbox's merchant: an organisation with API keys and an account that receives payments, made once.
///
/// Its password is in `sandbox.json` (mode 0600), because a sandbox is there for trying; real keys are shown once.
public struct SandboxMerchant: Sendable {
    public let organisation: OrganisationID
    public let secretID: String
    public let secretPassword: String
    public let beneficiary: BankAccountID

    static let name = "Loja Exemplo"

    static func fileName(in directory: String) -> String { "\(directory)/sandbox.json" }

    /// The merchant of a data directory; `nil` when no sandbox has run there.
    public static func stored(in dataDirectory: String) throws -> SandboxMerchant? {
        let path = fileName(in: dataDirectory)
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

    private var json: JSONValue {
        [
            "organisation": .string(organisation.text), "secret_id": .string(secretID),
            "secret_password": .string(secretPassword), "beneficiary": .string(beneficiary.text),
        ]
    }

    private init(
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

    /// Finds the merchant, or makes it.
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
        let request = try CreateBankAccountRequest(json: [
            "institution": .string(institution.text),
            "holder": [
                "type": "BUSINESS",
                "information": [
                    "name": "Loja Exemplo Ltda", "identifier": "11222333000181", "identifier_type": "CNPJ",
                ],
            ],
            "details": ["country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": "100200300"],
        ])
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
