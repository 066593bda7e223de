import PaymentsCore
import SandboxBank

/// The sandbox bank's ledger, looked at without a server.
enum BankFileCheck {
    static func findings(in directory: String) async throws -> [String] {
        let bank = try await SandboxBank(
            directory: directory,
            configuration: SandboxBank.Configuration(publicBaseURL: "http://localhost:8080"),
            world: SandboxBank.World(now: World.live.now, randomBytes: World.live.randomBytes)
        )
        let verdict = try await bank.verdict()
        await bank.close()
        return verdict.faults.map { "ledger: \($0)" }
    }
}
