import ChaveBase
import Logging
import PaymentsCore
import PostgresNodes
import ServiceLifecycle

/// Keeps this node at the database's time, and a sandbox's deadlines at those of the other nodes.
struct ClockWatch: Service, CustomStringConvertible {
    let clock: DatabaseClock?
    /// The sandbox's clock; `nil` outside the sandbox.
    let sandboxClock: SandboxClock?
    let metrics: ServerMetrics
    let world: World
    let logger: Logger

    /// The service's name in the lifecycle's log.
    var description: String { "ClockWatch" }

    /// The longest time for which a node may not know of a jump.
    private static let lookEveryMilliseconds = 2_000

    func run() async throws {
        let faults = FaultLog(logger: logger, uptimeMilliseconds: world.uptimeMilliseconds)
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await world.sleep(ClockWatch.lookEveryMilliseconds)
                if Task.isCancelled { return }
                do {
                    try await look()
                } catch {
                    faults.note("database clock not read", kind: "\(type(of: error))")
                }
            }
        }
    }

    func look() async throws {
        if let clock, case .jumped(let milliseconds) = try await clock.measure() {
            metrics.clockJumped()
            logger.warning("database clock jumped", metadata: ["by_ms": "\(milliseconds)"])
        }
        try await sandboxClock?.follow()
    }
}

extension ChaveServer {
    /// The clock's service; `nil` when no other process can move a clock.
    var clockWatch: ClockWatch? {
        guard storage.pool != nil else { return nil }
        return ClockWatch(
            clock: opened.databaseClock,
            sandboxClock: clock,
            metrics: metrics,
            world: world,
            logger: logger
        )
    }
}
