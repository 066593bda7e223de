import Synchronization

/// Ctrl-C during a run: what it means depends on what goes on at that moment.
final class LoadEnding: Sendable {
    private struct State {
        var isAsked = false
        var act: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isAsked: Bool { state.withLock { $0.isAsked } }

    /// Somebody wants it to end.
    func ask() {
        let act = state.withLock { state in
            state.isAsked = true
            return state.act
        }
        act?()
    }

    /// What to do from now on when it is to end; at once where it is already.
    func onAsk(_ act: @escaping @Sendable () -> Void) {
        let isAsked = state.withLock { state in
            state.act = act
            return state.isAsked
        }
        if isAsked { act() }
    }
}
