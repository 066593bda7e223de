package import ChaveBase
import Synchronization

/// How many bytes of request bodies are in memory at once.
///
/// A body is read before it is known whose it is, so that what was sent is bounded for all, and for one address to a
/// quarter: one address with bodies that never end leaves the others their room. Bytes count from their arrival until the
/// request is answered, also while it is held.
package final class BodyRoom: Sendable {
    private struct State {
        var taken = 0
        var byAddress: [IPAddress: Int] = [:]
    }

    private let bytes: Int
    private let state = Mutex(State())
    private let onRefusal: @Sendable () -> Void

    package init(bytes: Int, onRefusal: @escaping @Sendable () -> Void = {}) {
        self.bytes = bytes
        self.onRefusal = onRefusal
    }

    /// Whether there was room for `count` more; they are given back with ``giveBack(_:from:)``.
    package func take(_ count: Int, from address: IPAddress?) -> Bool {
        let isTaken = state.withLock { state in
            guard state.taken + count <= bytes else { return false }
            if let address = address?.subscriber {
                let own = state.byAddress[address, default: 0] + count
                guard own <= bytes / 4 else { return false }
                state.byAddress[address] = own
            }
            state.taken += count
            return true
        }
        if !isTaken { onRefusal() }
        return isTaken
    }

    package func giveBack(_ count: Int, from address: IPAddress?) {
        guard count > 0 else { return }
        state.withLock { state in
            state.taken -= count
            guard let address = address?.subscriber, let own = state.byAddress[address] else { return }
            state.byAddress[address] = own > count ? own - count : nil
        }
    }

    /// How much is taken now, and how many addresses have some of it.
    package var taken: (bytes: Int, addresses: Int) { state.withLock { ($0.taken, $0.byAddress.count) } }
}
