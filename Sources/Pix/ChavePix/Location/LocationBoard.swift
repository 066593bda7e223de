import ChaveBase

/// The known place, for readers on any thread.
final class LocationBoard: Sendable {
    private struct State {
        var last: LocationReading?
        var isAllowed = false
        var isUnderWay = false
        var next: Promise<Void>?
    }

    private let state = Locked(State())

    /// The last fix, however old.
    var last: LocationReading? { state.withLock { $0.last } }

    /// Whether the person allows the place, and the app requested permission in this run.
    var isAllowed: Bool { state.withLock { $0.isAllowed } }

    func allow() { state.withLock { $0.isAllowed = true } }

    /// Forgets the place and ends all waits: the person refused, or a one-time permission has lapsed.
    func refuse() {
        end { state in
            state.isAllowed = false
            state.last = nil
        }
    }

    /// Marks a search for the place as begun; false when one is in progress already.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
    }

    /// Ends the search with a place or with none; a place that comes after a refusal is not stored.
    func end(_ reading: LocationReading?) {
        end { state in
            if state.isAllowed, let reading { state.last = reading }
        }
    }

    /// A promise that the end of the current or the next search keeps.
    func nextEnd() -> Promise<Void> {
        state.withLock { state in
            let next = state.next ?? Promise<Void>()
            state.next = next
            return next
        }
    }

    private func end(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            state.isUnderWay = false
            defer { state.next = nil }
            return state.next
        }
        waiting?.keep(())
    }
}
