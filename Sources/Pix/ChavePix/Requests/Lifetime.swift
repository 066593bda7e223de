import ChaveBase

/// The running calls of one client, so that `close()` can end them.
final class Lifetime: Sendable {
    private struct State {
        var isClosed = false
        var next = 0
        var cancellations: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Locked(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Registers a call; `nil` when the client is closed and no call may begin any more.
    func begin(_ cancel: @escaping @Sendable () -> Void) -> Int? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.next += 1
            state.cancellations[state.next] = cancel
            return state.next
        }
    }

    func end(_ id: Int) {
        state.withLock { state in _ = state.cancellations.removeValue(forKey: id) }
    }

    func close() {
        let cancellations = state.withLock { state in
            state.isClosed = true
            defer { state.cancellations = [:] }
            return Array(state.cancellations.values)
        }
        for cancel in cancellations { cancel() }
    }
}
