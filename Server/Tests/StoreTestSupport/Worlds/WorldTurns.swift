import Foundation
import Synchronization
import Testing

/// How many tests have worlds in PostgreSQL at once; the others wait, in the order of coming.
///
/// Tests begin all together, and each of their databases has connections. A test that has its turn gets as many worlds as
/// it wants, so that none waits for one that waits for it.
enum WorldTurns {
    /// A test with its arguments.
    typealias Key = String

    private struct State {
        var free = 8
        /// How many worlds each has.
        var holders: [Key: Int] = [:]
        /// How many got one so far.
        var given = 0
        var isWatched = false
        var waiting: [(key: Key, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private static let state = Mutex(State())

    /// Returns when the test that asks may have a world.
    static func enter() async -> Key {
        let key = "\(Test.current.map { "\($0.id)" } ?? "no test") \(String(describing: Test.Case.current))"
        await withCheckedContinuation { continuation in
            let isAllowed = state.withLock { state in
                if let count = state.holders[key] {
                    state.holders[key] = count + 1
                    return true
                }
                guard state.free > 0 else {
                    state.waiting.append((key, continuation))
                    return false
                }
                state.free -= 1
                state.given += 1
                state.holders[key] = 1
                return true
            }
            if isAllowed { continuation.resume() } else { watch() }
        }
        return key
    }

    /// Names those who have the turns when nobody else got one for so long: a world that is held by what it holds never goes.
    private static func watch(everySeconds seconds: Int = 90) {
        let isFirst = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        guard isFirst else { return }
        Task.detached {
            var given = -1
            while true {
                let (now, holders) = state.withLock { state in
                    state.isWatched = !state.waiting.isEmpty
                    return (state.given, state.isWatched ? state.holders : [:])
                }
                if holders.isEmpty { return }
                let names = Set(holders.keys.map { $0.prefix { $0 != " " } }).sorted().joined(separator: ", ")
                let line = "no test got a world for \(seconds) s; these have theirs: \(names)\n"
                if now == given { FileHandle.standardError.write(Data(line.utf8)) }
                given = now
                try await Task.sleep(for: .seconds(seconds))
            }
        }
    }

    /// One of its worlds is no more.
    static func leave(_ key: Key) {
        let next = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            let count = (state.holders[key] ?? 1) - 1
            state.holders[key] = count == 0 ? nil : count
            guard count == 0 else { return [] }
            guard let first = state.waiting.first?.key else {
                state.free += 1
                return []
            }
            let allowed = state.waiting.filter { $0.key == first }
            state.waiting.removeAll { $0.key == first }
            state.given += 1
            state.holders[first] = allowed.count
            return allowed.map(\.continuation)
        }
        for continuation in next { continuation.resume() }
    }
}
