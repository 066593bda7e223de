import ChaveBase
import Logging
import PaymentsCore
import PostgresNodes
import ServiceLifecycle

/// Keeps this node at the time of the database, and a sandbox's deadlines at those of the other nodes.
struct ClockWatch: Service, CustomStringConvertible {
    let clock: DatabaseClock?
    /// Where it is a sandbox.
    let sandboxClock: SandboxClock?
    let metrics: ServerMetrics
    let world: World
    let logger: Logger

    /// The lifecycle's log names its services by this.
    var description: String { "ClockWatch" }

    /// For so long a node may not know of a jump.
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
    /// `nil` where no other process can move a clock.
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
