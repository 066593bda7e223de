import ChaveBase
import ChavePixModel
import PaymentsModel
import Synchronization
import Waiting
import Webhooks

/// The deliveries of a file that are being sent: its one process holds them in memory, and its death frees them.
///
/// Neither the claim nor the release of a delivery writes a row.
final class DeliveryHolds: Sendable {
    private struct Hold {
        var until: Timestamp
        var fence: Int64
        /// Whether the end of its attempt is being stored; meanwhile no claim takes it, whatever its lease says.
        var isEnding = false
    }

    private struct State {
        var holds: [WebhookDeliveryID: Hold] = [:]
        var lastFence: Int64 = 0
    }

    private let state = Mutex(State())
    private static let mostSeconds: Int64 = 60 * 60

    /// The turns of claims, which run one after the other: no other claim comes between a look and ``take(_:until:)``.
    let turns = Turns(1)

    /// The deliveries that are held at `now`.
    func held(at now: Timestamp) -> Set<WebhookDeliveryID> {
        state.withLock { state in Set(state.holds.filter { $0.value.isEnding || $0.value.until > now }.keys) }
    }

    /// - Returns: the fence of this claim, higher than those before.
    func take(_ ids: [WebhookDeliveryID], until end: Timestamp) -> Int64 {
        state.withLock { state in
            guard !ids.isEmpty else { return state.lastFence }
            state.lastFence += 1
            // The holds of attempts whose end was stored without a response belong to no worker.
            let longAgo = end.adding(seconds: -DeliveryHolds.mostSeconds)
            state.holds = state.holds.filter { $0.value.isEnding || $0.value.until > longAgo }
            for id in ids { state.holds[id] = Hold(until: end, fence: state.lastFence) }
            return state.lastFence
        }
    }

    /// Begins to store the end of an attempt.
    ///
    /// - Returns: `false` when another worker or no worker holds the delivery by now.
    func beginEnd(of id: WebhookDeliveryID, _ fence: Int64) -> Bool {
        state.withLock { state in
            guard let hold = state.holds[id], hold.fence == fence, !hold.isEnding else { return false }
            state.holds[id]?.isEnding = true
            return true
        }
    }

    /// Ends the storing: the delivery is free when its end was stored; otherwise its lease ends later.
    func end(_ id: WebhookDeliveryID, _ fence: Int64, isStored: Bool) {
        state.withLock { state in
            guard state.holds[id]?.fence == fence else { return }
            if isStored { state.holds[id] = nil } else { state.holds[id]?.isEnding = false }
        }
    }

    func release(_ id: WebhookDeliveryID, _ fence: Int64) {
        state.withLock { state in
            if state.holds[id]?.fence == fence { state.holds[id] = nil }
        }
    }

    /// Releases deliveries that were just claimed and cannot be sent.
    func release(_ ids: [WebhookDeliveryID]) {
        state.withLock { state in for id in ids { state.holds[id] = nil } }
    }

    func releaseAll() { state.withLock { $0.holds = [:] } }
}
