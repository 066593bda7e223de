package import ChaveBase
import Synchronization

/// Bounds how many bytes of request bodies are in memory at once.
///
/// The server reads a body before it knows the caller. All bodies together are therefore bounded, and one address may
/// have a quarter of the room: an address with endless bodies leaves room for the others. Bytes count from their
/// arrival until the request is answered, also while the request is held.
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

    /// Takes `count` bytes more and returns whether there was room; the caller returns them with ``giveBack(_:from:)``.
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

    /// The number of bytes taken now, and how many addresses have some of them.
    package var taken: (bytes: Int, addresses: Int) { state.withLock { ($0.taken, $0.byAddress.count) } }
}
