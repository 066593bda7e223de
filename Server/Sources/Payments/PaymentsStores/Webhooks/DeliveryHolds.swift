import ChaveBase
import ChavePixModel
import PaymentsCore
import Synchronization
import Waiting
import Webhooks

/// A file's deliveries that are being sent: its one process holds them in memory, and what it dies with is free.
///
/// Neither taking a delivery nor giving it back writes a row.
final class DeliveryHolds: Sendable {
    private struct Hold {
        var until: Timestamp
        var fence: Int64
        /// While the end of its attempt is being stored nobody takes it, whatever its lease says.
        var isEnding = false
    }

    private struct State {
        var holds: [WebhookDeliveryID: Hold] = [:]
        var lastFence: Int64 = 0
    }

    private let state = Mutex(State())
    private static let mostSeconds: Int64 = 60 * 60

    /// Claims go one after the other: nobody else takes a row between a look at it and ``take(_:until:)``.
    let turns = Turns(1)

    /// Held at `now`.
    func held(at now: Timestamp) -> Set<WebhookDeliveryID> {
        state.withLock { state in Set(state.holds.filter { $0.value.isEnding || $0.value.until > now }.keys) }
    }

    /// - Returns: the fence of this claim, higher than those before.
    func take(_ ids: [WebhookDeliveryID], until end: Timestamp) -> Int64 {
        state.withLock { state in
            guard !ids.isEmpty else { return state.lastFence }
            state.lastFence += 1
            // Those of attempts whose end was stored without an answer are nobody's.
            let longAgo = end.adding(seconds: -DeliveryHolds.mostSeconds)
            state.holds = state.holds.filter { $0.value.isEnding || $0.value.until > longAgo }
            for id in ids { state.holds[id] = Hold(until: end, fence: state.lastFence) }
            return state.lastFence
        }
    }

    /// Begins to store the end of an attempt.
    ///
    /// - Returns: `false` where somebody else holds the delivery by now, or nobody.
    func beginEnd(of id: WebhookDeliveryID, _ fence: Int64) -> Bool {
        state.withLock { state in
            guard let hold = state.holds[id], hold.fence == fence, !hold.isEnding else { return false }
            state.holds[id]?.isEnding = true
            return true
        }
    }

    /// Where the end was stored the delivery is free; else its lease ends.
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

    /// Those that were just taken and cannot be sent.
    func release(_ ids: [WebhookDeliveryID]) {
        state.withLock { state in for id in ids { state.holds[id] = nil } }
    }

    func releaseAll() { state.withLock { $0.holds = [:] } }
}
