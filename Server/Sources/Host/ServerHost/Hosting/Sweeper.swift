import ChaveBase
import Logging
import PaymentsCore
import SandboxBank
import ServiceLifecycle
import Webhooks

/// Looks for work whose time has come: next tries, time limits, and what a process that died left behind.
struct Sweeper: Service, CustomStringConvertible {
    let payments: Payments
    let store: any ServerStore
    let bank: SandboxBank?
    let world: World
    let logger: Logger

    /// The lifecycle's log names its services by this.
    var description: String { "Sweeper" }

    private static let lookEveryMilliseconds = 250
    /// Keys, deliveries and events are forgotten once an hour.
    private static let pruneEveryMilliseconds = 60 * 60 * 1_000

    /// However much there is to forget, work whose time has come does not wait for it.
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

    /// At the start too: a server that died between an erasure and the emptying of its log left the person there.
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
