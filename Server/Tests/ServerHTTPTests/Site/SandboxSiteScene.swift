import InstitutionPort
import PaymentsCore
import SandboxBank

@testable import HTTPKernel
@testable import ServerHost

/// Runs `body` with a server, the API with a sandbox's pages, and the sandbox's merchant.
///
/// The pages stand at `baseURL`, or at the server's own address; `operations` are what the start page finds.
func withSandboxSite(
    at baseURL: String? = nil,
    operations: Operations = Operations { [] },
    _ body: @Sendable (TestServer, APIServer, SandboxMerchant) async throws -> Void
) async throws {
    try await withServer { server in
        guard let institution = server.bank.directory.first?.id else { throw NoInstitution() }
        let merchant = try await SandboxMerchant.plant(
            in: server.payments,
            by: server.administration,
            dataDirectory: server.directory,
            institution: institution
        )
        let site = SandboxSite(
            bank: server.bank,
            merchant: merchant,
            api: server.api,
            operations: operations,
            store: server.store,
            baseURL: baseURL ?? server.payments.policy.baseURL,
            world: server.clock.world
        )
        try await body(server, server.api.with(pages: site), merchant)
    }
}

private struct NoInstitution: Error {}
