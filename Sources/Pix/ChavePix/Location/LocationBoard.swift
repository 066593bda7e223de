import ChaveBase

/// What is known of the place, for readers on any thread.
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

    /// Whether the person has allowed it, and was asked in this run of the app.
    var isAllowed: Bool { state.withLock { $0.isAllowed } }

    func allow() { state.withLock { $0.isAllowed = true } }

    /// The person has said no, or what they allowed once has lapsed: what is known is forgotten, and nobody waits any longer.
    func refuse() {
        end { state in
            state.isAllowed = false
            state.last = nil
        }
    }

    /// False when a fix is under way already.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
    }

    /// A fix has come, or none will; one that comes after a refusal is not kept.
    func end(_ reading: LocationReading?) {
        end { state in
            if state.isAllowed, let reading { state.last = reading }
        }
    }

    /// Kept with the end of the fix under way, or of the next one.
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
