import ChaveBase
import ChavePixModel
import Logging
import PaymentsCore
import PostgresNodes

extension ServerStorage {
    /// The clock that all nodes use; `nil` when the stores are files of one process, or when the given time counts.
    func openClock(_ configuration: ServerConfiguration) async throws -> DatabaseClock? {
        guard let pool, configuration.goesByDatabaseClock else { return nil }
        return try await DatabaseClock(over: pool, uptimeMicroseconds: World.liveUptimeMicroseconds)
    }

    /// The world of a command beside servers; its time is the database's when the nodes use that.
    func commandWorld() async throws -> World {
        guard let pool else { return .live }
        let clock = try await DatabaseClock(over: pool, uptimeMicroseconds: World.liveUptimeMicroseconds)
        return World.live.at(clock.now)
    }

    /// The world of a command, with deadlines as far ahead as the sandbox has put them.
    func commandWorldWithDeadlines() async throws -> World {
        let world = try await commandWorld()
        guard let pool else {
            return world.withDeadlines(ahead: try SandboxClock.storedAheadSeconds(in: place.directory))
        }
        let isPutForward = try await PostgresStores.isThere(.sandbox, over: pool)
        return world.withDeadlines(ahead: isPutForward ? try await SharedForwardOffset(over: pool).seconds() : 0)
    }

    /// The clock of a sandbox's deadlines; `nil` outside the sandbox.
    func openSandboxClock(
        _ configuration: ServerConfiguration,
        _ logger: Logger
    ) async throws -> SandboxClock? {
        guard configuration.isSandbox else { return nil }
        guard let pool else { return try SandboxClock(dataDirectory: place.directory, logger: logger) }
        return try await SandboxClock(shared: try await SharedForwardOffset(over: pool), logger: logger)
    }
}
