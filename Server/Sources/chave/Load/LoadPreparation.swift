import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import LoadGenerator
import SandboxBank

/// Finds the target of a run, and checks that the run may pay there.
struct LoadPreparation {
    let command: LoadCommand

    /// The target, after a check of the server.
    ///
    /// - Throws: ``CommandFailure`` when the server is no sandbox and `--any-server` is not given.
    func target() async throws -> LoadTarget {
        let server = try command.shop.server.address()
        let known = try command.shop.merchant()
        defer { known.transport.invalidate() }
        guard command.beneficiary != nil || known.beneficiary != nil else {
            throw LoadPreparation.noBeneficiary
        }
        let banks = try await institutions(known)
        guard command.anyServer || LoadPreparation.isSandbox(banks) else {
            throw CommandFailure(
                "This server has other banks than a sandbox's, and a run would move money there. If it is yours: --any-server."
            )
        }
        let isOwn = command.shop.secretID == nil && command.beneficiary == nil && LoadPreparation.isSandbox(banks)
        let merchant =
            if isOwn { try await LoadMerchant(shop: known, data: command.shop.data).found(banks) } else { known }
        guard let beneficiary = command.beneficiary ?? merchant.beneficiary else {
            throw LoadPreparation.noBeneficiary
        }
        guard let amount = command.amount ?? Money(centavos: 1) else { throw CommandFailure("--amount is no amount.") }
        return LoadTarget(
            server: server,
            secretID: merchant.secretID,
            secretPassword: merchant.secretPassword,
            beneficiary: beneficiary,
            institution: try command.bank.choose(from: banks).id,
            payers: LoadPreparation.payers,
            amount: amount
        )
    }

    private static let noBeneficiary = CommandFailure(
        "Give --beneficiary: the id of the bank account that receives the money."
    )

    private func institutions(_ merchant: MerchantServer) async throws -> [InstitutionResource] {
        let answer = try await merchant.call("GET", "/payments/br/institutions/?page_size=100")
        do {
            return try ResourceList<InstitutionResource>(json: answer).results
        } catch {
            throw CommandFailure("The server's list of banks cannot be read. Is it a server of chave's?")
        }
    }

    /// Whether all banks are invented: their ids are the same in every sandbox.
    static func isSandbox(_ banks: [InstitutionResource]) -> Bool {
        let invented = Set(SandboxInstitution.all.map(\.id))
        return !banks.isEmpty && banks.allSatisfy { invented.contains($0.id) }
    }

    /// The payers: people of the sandbox who do nothing else, approve alone and have enough money.
    private static var payers: [LoadPayer] {
        SandboxHolder.ofLoad.map { LoadPayer(cpf: $0.cpf, password: $0.password) }
    }
}
