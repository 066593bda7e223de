public import App2App
import ChaveBase
public import ChaveTransport
import Foundation

/// A clock that a test moves, or that moves by itself with each pause.
///
/// By default the clock moves by itself: a pause of any length ends at once and moves the time by its length. A wait of
/// five minutes takes microseconds. A limit is the clients' maximum time for other work. It ends only when pauses or
/// ``advance(milliseconds:)`` have moved the time past it, so that work that takes no time is never late.
///
/// A clock that is moved by hand ends nothing until the test says so: for looking at a screen while work is in
/// progress.
public final class TestClock: Sendable {
    /// The cause that moves the time.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Movement: Hashable, Sendable {
        /// Each pause ends at once and moves the time by its length.
        case byPauses
        /// Limits end at once too and move the time by their length: for the app's behaviour when work takes too long.
        case byPausesAndLimits
        /// Only ``TestClock/advance(milliseconds:)`` moves the time.
        case byHand

        fileprivate func endsAtOnce(isLimit: Bool) -> Bool {
            switch self {
            case .byPauses: !isLimit
            case .byPausesAndLimits: true
            case .byHand: false
            }
        }
    }

    /// The start of every test clock: 31 August 2026, 12:00 UTC, in microseconds since 1970.
    public static let start: Int64 = 1_788_177_600_000_000

    /// The longest time, a hundred years in milliseconds.
    private static let longest: Int64 = 3_155_760_000_000

    private let state: Locked<State>

    /// Creates a clock at ``start``.
    public init(_ movement: Movement = .byPauses) { state = Locked(State(movement: movement)) }

    /// The clock in the clients' type.
    public var clock: DeviceClock {
        DeviceClock(
            now: { self.now },
            uptimeMilliseconds: { self.elapsedMilliseconds },
            sleep: { milliseconds in try await self.sleep(milliseconds) }
        )
    }

    /// The device's date, in microseconds since 1970, UTC.
    public var now: Int64 {
        state.withLock { TestClock.start + ($0.milliseconds + $0.dateError) * 1_000 }
    }

    /// The servers' time in microseconds since 1970, whatever the device's date says.
    var rightNow: Int64 { TestClock.start + elapsedMilliseconds * 1_000 }

    /// The milliseconds since ``start``.
    public var elapsedMilliseconds: Int64 { state.withLock { $0.milliseconds } }

    /// The lengths of all pauses in milliseconds, in their order; limits are not among them.
    public var pauses: [Int64] { state.withLock { $0.pauses } }

    /// Moves the time forward and ends the pauses and limits that it reaches; a negative number moves nothing.
    public func advance(milliseconds: Int64) {
        let ended = state.withLock { state in
            state.reach(sum(state.milliseconds, milliseconds))
        }
        for sleeper in ended { sleeper.resume() }
    }

    /// Moves the device's date forward, or back for a negative number; no time passes, and servers do not notice.
    public func moveDate(milliseconds: Int64) {
        let bounds = -TestClock.longest...TestClock.longest
        state.withLock { $0.dateError = bounds.nearest(to: $0.dateError + bounds.nearest(to: milliseconds)) }
    }

    /// Changes the movement; running sleeps that would end at once under the new movement end now.
    public func setMovement(_ movement: Movement) {
        let ended = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.movement = movement
            let ending = state.sleepers.values.filter { movement.endsAtOnce(isLimit: $0.isLimit) }
            return state.reach(ending.map(\.deadline).max() ?? 0)
        }
        for sleeper in ended { sleeper.resume() }
    }

    /// Returns as soon as a task pauses until a later time: all work that needs no time is then done.
    ///
    /// Use this function with a clock that is moved by hand.
    public func someoneToPause() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard !state.sleepers.values.contains(where: { !$0.isLimit }) else { return true }
                state.watchers.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// The number of stored sleepers, for the clock's own test that it forgets ended ones.
    package var sleeperCount: Int { state.withLock { $0.starting.count + $0.sleepers.count } }

    // MARK: - Sleeping

    private func sleep(_ milliseconds: Int64) async throws {
        try Task.checkCancellation()
        let isLimit = DeviceClock.isLimiting
        let id = state.withLock { $0.newID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                for each in begin(id, milliseconds, isLimit, continuation) { each.resume() }
            }
        } onCancel: {
            end(id)
        }
        try Task.checkCancellation()
        await Task.yield()
    }

    /// Registers a sleeper.
    ///
    /// - Returns: The continuations to resume after the lock is released.
    private func begin(
        _ id: Int,
        _ milliseconds: Int64,
        _ isLimit: Bool,
        _ continuation: CheckedContinuation<Void, Never>
    ) -> [CheckedContinuation<Void, Never>] {
        state.withLock { state in
            if !isLimit { state.pauses.append(milliseconds) }
            let deadline = sum(state.milliseconds, milliseconds)
            let isCancelled = state.starting.remove(id) == nil
            if isCancelled || milliseconds <= 0 { return [continuation] }
            if state.movement.endsAtOnce(isLimit: isLimit) { return state.reach(deadline) + [continuation] }
            state.sleepers[id] = Sleeper(deadline: deadline, isLimit: isLimit, continuation: continuation)
            guard !isLimit else { return [] }
            defer { state.watchers = [] }
            return state.watchers
        }
    }

    /// Ends a sleeper whose task was cancelled: a sleeping one continues, and one that has not begun never begins.
    private func end(_ id: Int) {
        let sleeper = state.withLock { state in
            state.starting.remove(id)
            return state.sleepers.removeValue(forKey: id)
        }
        sleeper?.continuation.resume()
    }

    private func sum(_ milliseconds: Int64, _ more: Int64) -> Int64 {
        min(milliseconds + min(max(more, 0), TestClock.longest), TestClock.longest)
    }
}

extension TestClock {
    private struct Sleeper {
        let deadline: Int64
        let isLimit: Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var movement: Movement
        var milliseconds: Int64 = 0
        /// The error of the device's date in milliseconds.
        var dateError: Int64 = 0
        var pauses: [Int64] = []
        var lastID = 0
        /// The ids of sleepers that do not sleep yet; a cancellation removes them.
        var starting: Set<Int> = []
        var sleepers: [Int: Sleeper] = [:]
        var watchers: [CheckedContinuation<Void, Never>] = []

        mutating func newID() -> Int {
            lastID += 1
            starting.insert(lastID)
            return lastID
        }

        /// Moves the time to `moment`, never back.
        ///
        /// - Returns: The continuations whose time has come, the earliest first.
        mutating func reach(_ moment: Int64) -> [CheckedContinuation<Void, Never>] {
            milliseconds = max(milliseconds, moment)
            let ended = sleepers.filter { $0.value.deadline <= milliseconds }
            for id in ended.keys { sleepers[id] = nil }
            return ended.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
        }
    }
}

extension TestClock {
    /// The clock for a `TokenActivationSession`: its request expires when the test's time has passed its five minutes.
    public var tokenActivationClock: TokenActivationClock {
        TokenActivationClock(
            now: { Date(timeIntervalSince1970: Double(self.now) / 1_000_000) },
            sleep: { seconds in
                // A session waits for the end of a request, which is a limit.
                try await self.clock.limit(seconds > 0 ? Int64(min(seconds, 86_400) * 1_000) : 0)
            }
        )
    }
}
