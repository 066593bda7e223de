import ChaveBase
public import ChaveTransport

/// A clock that a test moves, or that moves by itself whenever somebody pauses.
///
/// Moving by itself, which is the standard, a pause of any length ends at once and takes the time with it: a wait of five
/// minutes costs microseconds. Limits, which the clients set to what else may take long, end only when pauses or
/// ``advance(milliseconds:)`` have carried the time past them, so that work which takes no time is never late.
///
/// Moved by hand, nothing ends until the test says so: for screens that are looked at while something is under way.
public final class TestClock: Sendable {
    /// What makes the time pass.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Movement: Hashable, Sendable {
        /// Each pause ends at once and moves the time by its length.
        case byPauses
        /// Limits end at once too and move the time by their length: for what an app does when something takes too long.
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

    /// 31 August 2026, 12:00 UTC, in microseconds since 1970: where every test clock begins.
    public static let start: Int64 = 1_788_177_600_000_000

    /// A hundred years: no test waits longer.
    private static let longest: Int64 = 3_155_760_000_000

    private let state: Locked<State>

    /// A clock at ``start``.
    public init(_ movement: Movement = .byPauses) { state = Locked(State(movement: movement)) }

    /// The clock as the clients take it.
    public var clock: DeviceClock {
        DeviceClock(
            now: { self.now },
            uptimeMilliseconds: { self.elapsedMilliseconds },
            sleep: { milliseconds in try await self.sleep(milliseconds) }
        )
    }

    /// What the device takes for the time, in microseconds since 1970, UTC.
    public var now: Int64 {
        state.withLock { TestClock.start + ($0.milliseconds + $0.dateError) * 1_000 }
    }

    /// The right time: that of the test servers, whatever the device's date says.
    var rightNow: Int64 { TestClock.start + elapsedMilliseconds * 1_000 }

    /// How far the time has moved since ``start``.
    public var elapsedMilliseconds: Int64 { state.withLock { $0.milliseconds } }

    /// How long each pause was that somebody made, in milliseconds, in their order; limits are not among them.
    public var pauses: [Int64] { state.withLock { $0.pauses } }

    /// Moves the time forward and ends what it has reached; a negative number moves nothing.
    public func advance(milliseconds: Int64) {
        let ended = state.withLock { state in
            state.reach(sum(state.milliseconds, milliseconds))
        }
        for sleeper in ended { sleeper.resume() }
    }

    /// Puts the device's date forward, or back for a negative number; no time passes by that, and servers do not notice.
    public func moveDate(milliseconds: Int64) {
        let bounds = -TestClock.longest...TestClock.longest
        state.withLock { $0.dateError = bounds.nearest(to: $0.dateError + bounds.nearest(to: milliseconds)) }
    }

    /// Changes what makes the time pass; what ends at once from now on ends also where it is under way.
    public func setMovement(_ movement: Movement) {
        let ended = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.movement = movement
            let ending = state.sleepers.values.filter { movement.endsAtOnce(isLimit: $0.isLimit) }
            return state.reach(ending.map(\.deadline).max() ?? 0)
        }
        for sleeper in ended { sleeper.resume() }
    }

    /// Returns once somebody pauses until a moment that has not come: then whatever could happen without time has happened.
    ///
    /// For a clock that is moved by hand.
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

    /// How many sleepers it still knows, so that its own test sees that it forgets who has gone.
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

    /// - Returns: who is to go on, after the lock is free.
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

    /// Ends a sleeper whose task was cancelled; one that is asleep goes on, one that has not begun will not begin.
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
        /// By how much the device's date is wrong.
        var dateError: Int64 = 0
        var pauses: [Int64] = []
        var lastID = 0
        /// Those that have a number and do not sleep yet; a cancellation takes them out.
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
        /// - Returns: whose time has come, the earliest first.
        mutating func reach(_ moment: Int64) -> [CheckedContinuation<Void, Never>] {
            milliseconds = max(milliseconds, moment)
            let ended = sleepers.filter { $0.value.deadline <= milliseconds }
            for id in ended.keys { sleepers[id] = nil }
            return ended.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value.continuation)
        }
    }
}
