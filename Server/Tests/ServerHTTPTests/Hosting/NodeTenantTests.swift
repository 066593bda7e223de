import Foundation
import PaymentsCore
import PostgresNodes
import SignInCore
import SignInModel
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// Nodes of a sandbox with directories of their own must have the same tenant's file, also when one was stopped at it.
@Suite(.timeLimit(.minutes(10))) struct NodeTenantTests {
    /// Two directories with the same files, and a tenant whose API token is worth nothing any more.
    private func withSpentTenant(_ body: (DatabaseScene, SandboxTenant) async throws -> Void) async throws {
        try await DatabaseScene.with("a tenant's file") { scene in
            await (try await scene.start(0, isSandbox: true)).close()
            try scene.copyKeys()
            for file in [SharedKeys.File.merchant, .tenant] { try scene.copyKeys(file) }
            let tenant = try #require(try SandboxTenant.stored(in: scene.directories[0]))
            try await DataDirectory.administerSignIn(scene.place(0)) { signIn in
                for token in try await signIn.apiTokens(of: tenant.tenant) {
                    try await signIn.revokeAPIToken(token.id, of: tenant.tenant)
                }
            }
            try await body(scene, tenant)
        }
    }

    private func digests(_ scene: DatabaseScene) async throws -> Int {
        var count = 0
        try await scene.withKeys(0) { keys in
            count = try await keys.register?.digests(of: SharedKeys.File.tenant.rawValue).count ?? 0
        }
        return count
    }

    /// Killed before the new file was there, or after it and before the database was told: either way both start again.
    @Test(arguments: [false, true]) func aTenantsFileThatBrokeOffShutsNobodyOut(_ isWritten: Bool) async throws {
        try await withSpentTenant { scene, before in
            try await scene.withBreakingKeys(isWritten: isWritten) { keys in
                try await DataDirectory.administerSignIn(scene.place(0)) { signIn in
                    _ = await #expect(throws: DatabaseScene.BrokenOff.self) {
                        try await SandboxTenant.plant(in: signIn, baseURL: TestServer.baseURL, keys: keys)
                    }
                }
            }
            #expect(try await digests(scene) == 2, "as it was and as it will be")
            let first = try await scene.start(0, isSandbox: true)
            let tenant = try #require(try SandboxTenant.stored(in: scene.directories[0]))
            #expect(tenant.apiToken != before.apiToken)
            #expect(try await digests(scene) == 1, "the start has settled it")
            try scene.copyKeys(.tenant)
            await (try await scene.start(1, isSandbox: true)).close()
            #expect(try SandboxTenant.stored(in: scene.directories[0])?.apiToken == tenant.apiToken)
            await first.close()
        }
    }

    @Test func aNodeWithTheEarlierFileIsRefusedOnceAnotherStands() async throws {
        try await withSpentTenant { scene, _ in
            await (try await scene.start(0, isSandbox: true)).close()
            let path = scene.path(.tenant, of: 1)
            let refusal = await #expect(throws: SecretFiles.Problem.self) {
                await (try await scene.start(1, isSandbox: true)).close()
            }
            guard case .differing(path, _)? = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            await (try await scene.start(0, isSandbox: true)).close()
        }
    }
}
