import Synchronization

/// Runs a limited number of callers at a time; the others wait in line in order of arrival.
package final class Turns: Sendable {
    private struct State {
        var free: Int
        var line: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    package init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Runs `body` as soon as a turn is free.
    package func take<Value, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await begin()
        defer { end() }
        return try await body()
    }

    private func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.line.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives the turn to the first caller in line.
    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.line.isEmpty {
                state.free += 1
                return nil
            }
            return state.line.removeFirst()
        }
        next?.resume()
    }

    /// How many callers wait in line now.
    package var waiting: Int { state.withLock { $0.line.count } }
}
