import ChaveBase
import Logging
import PaymentsCore
import PaymentsModel
import SandboxBank
import ServiceLifecycle
import Webhooks

/// Runs due work: retries, time limits, and the leftovers of a process that died.
struct Sweeper: Service, CustomStringConvertible {
    let payments: Payments
    let store: any ServerStore
    let bank: SandboxBank?
    let world: World
    let logger: Logger

    /// The service's name in the lifecycle's log.
    var description: String { "Sweeper" }

    private static let lookEveryMilliseconds = 250
    /// The interval at which old keys, deliveries and events are removed: one hour.
    private static let pruneEveryMilliseconds = 60 * 60 * 1_000

    /// Runs both loops at once, so that due work does not wait for the removal of old rows.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            async let pruning: Void = again(every: Sweeper.pruneEveryMilliseconds, prune)
            await again(every: Sweeper.lookEveryMilliseconds, look)
            await pruning
        }
    }

    private func again(every milliseconds: Int, _ act: @Sendable () async -> Void) async {
        while !Task.isCancelled {
            await act()
            await world.sleep(milliseconds)
        }
    }

    private func look() async {
        do {
            try await payments.sweep()
            try await bank?.tick()
        } catch {
            logger.error("sweep failed", metadata: ["error": "\(type(of: error))"])
        }
    }

    /// Removes old rows, also at the start: a server that died after an erasure may have left the person in its log.
    private func prune() async {
        let before = world.now().adding(seconds: -Payments.keysKeptForSeconds)
        do {
            while !Task.isCancelled, try await store.pruneIdempotency(before: before, limit: 1_000) > 0 {}
            let kept = world.now().adding(seconds: -WebhookDelivery.keptForSeconds)
            while !Task.isCancelled, try await store.pruneDeliveries(before: kept, limit: 500) > 0 {}
            guard !Task.isCancelled else { return }
            if try await !store.forgetOverwritten() { logger.info("log not emptied", metadata: ["next": "in an hour"]) }
        } catch {
            logger.error("pruning failed", metadata: ["error": "\(type(of: error))"])
        }
    }
}
