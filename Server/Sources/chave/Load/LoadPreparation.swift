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
        let merchant = try command.shop.merchant()
        defer { merchant.transport.invalidate() }
        guard let beneficiary = command.beneficiary ?? merchant.beneficiary else {
            throw CommandFailure("Give --beneficiary: the id of the bank account that receives the money.")
        }
        let banks = try await institutions(merchant)
        guard command.anyServer || LoadPreparation.isSandbox(banks) else {
            throw CommandFailure(
                "This server has other banks than a sandbox's, and a run would move money there. If it is yours: --any-server."
            )
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

    /// The payers: the first two of the sandbox's people, who approve alone and have enough money.
    private static var payers: [LoadPayer] {
        SandboxHolder.all.prefix(2).map { LoadPayer(cpf: $0.cpf, password: $0.password) }
    }
}
