import Synchronization

/// Ctrl-C during a run: its effect depends on the present step.
final class LoadEnding: Sendable {
    private struct State {
        var isAsked = false
        var act: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isAsked: Bool { state.withLock { $0.isAsked } }

    /// Asks the run to end.
    func ask() {
        let act = state.withLock { state in
            state.isAsked = true
            return state.act
        }
        act?()
    }

    /// Sets the action for a request to end; runs it at once when the request has already come.
    func onAsk(_ act: @escaping @Sendable () -> Void) {
        let isAsked = state.withLock { state in
            state.act = act
            return state.isAsked
        }
        if isAsked { act() }
    }
}
