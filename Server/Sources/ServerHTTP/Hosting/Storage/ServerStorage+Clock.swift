import ChavePixModel
import Logging
import PaymentsCore
import StoragePostgres

extension ServerStorage {
    /// The clock that all nodes go by; `nil` where the stores are files of one process, or the given time is to count.
    func openClock() async throws -> DatabaseClock? {
        guard let pool, configuration.goesByDatabaseClock else { return nil }
        return try await DatabaseClock(over: pool, uptimeMicroseconds: World.liveUptimeMicroseconds)
    }

    /// What a sandbox's deadlines go by; `nil` outside the sandbox.
    func openSandboxClock(_ logger: Logger) async throws -> SandboxClock? {
        guard configuration.isSandbox else { return nil }
        guard let pool else { return try SandboxClock(dataDirectory: configuration.dataDirectory, logger: logger) }
        return try await SandboxClock(shared: try await SharedForwardOffset(over: pool), logger: logger)
    }
}
