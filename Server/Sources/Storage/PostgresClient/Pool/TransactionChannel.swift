import Dispatch
import Synchronization

/// Carries commands, one after the other, from a transaction's caller to the thread that holds its connection.
final class TransactionChannel: Sendable {
    struct Command: Sendable {
        enum Kind: Sendable {
            case run(PostgresBatch)
            /// Runs these statements, if any, and then the commit, in one round trip.
            case commit(PostgresBatch)
            case rollback
        }

        var kind: Kind
        var answer: @Sendable (Result<[PostgresRows], PostgresError>) -> Void
    }

    private struct State {
        var commands: [Command] = []
        var end: PostgresError?
    }

    /// The statements ahead of the caller's first one.
    let opening: [PostgresStatement]
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    init(opening: [PostgresStatement]) { self.opening = opening }

    func add(_ command: Command) {
        let end = state.withLock { state in
            if state.end == nil { state.commands.append(command) }
            return state.end
        }
        if let end { command.answer(.failure(end)) } else { wake.signal() }
    }

    /// The next command; `nil` when the time or the transaction is over.
    func next(until end: ContinuousClock.Instant) -> Command? {
        while true {
            let (command, isEnd) = state.withLock { state in
                (state.commands.isEmpty ? nil : state.commands.removeFirst(), state.end != nil)
            }
            if let command { return command }
            let left = ContinuousClock.now.duration(to: end)
            guard !isEnd, left > .zero else { return nil }
            _ = wake.wait(timeout: .now() + left / .seconds(1))
        }
    }

    /// Answers all waiting commands, and all later ones, with `error`.
    ///
    /// Only the first call sets the error for later commands.
    func end(_ error: PostgresError) {
        let commands = state.withLock { state in
            defer { state.commands = [] }
            if state.end == nil { state.end = error }
            return state.commands
        }
        for command in commands { command.answer(.failure(error)) }
        wake.signal()
    }
}
