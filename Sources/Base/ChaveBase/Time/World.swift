/// The clocks, the random source and the timer of a program: no other part has its own.
///
/// The program builds one value when it starts.
public struct World: Sendable {
    /// The time in responses, ids, audit rows, events and tokens.
    public var now: @Sendable () -> Timestamp
    /// Milliseconds since an arbitrary moment, by a clock that is never set; durations are measured by it.
    public var uptimeMilliseconds: @Sendable () -> Int64
    /// The requested number of unpredictable random bytes.
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// Returns after this time on the injected clock, or earlier when the task is cancelled.
    public var sleep: @Sendable (_ milliseconds: Int) async -> Void
    /// The seconds by which the clock of deadlines is ahead of ``now``; 0 except in a sandbox with a moved clock.
    ///
    /// The value never shrinks during the life of a process.
    public var deadlinesAheadSeconds: @Sendable () -> Int64

    /// Creates a world from all its parts; the clock of deadlines is ``now`` by default.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        uptimeMilliseconds: @escaping @Sendable () -> Int64,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
        sleep: @escaping @Sendable (_ milliseconds: Int) async -> Void,
        deadlinesAheadSeconds: @escaping @Sendable () -> Int64 = { 0 }
    ) {
        self.now = now
        self.uptimeMilliseconds = uptimeMilliseconds
        self.randomBytes = randomBytes
        self.sleep = sleep
        self.deadlinesAheadSeconds = deadlinesAheadSeconds
    }

    /// The time with which the products write and compare deadlines and plans.
    public func deadlineNow() -> Timestamp { onDeadlineClock(now()) }

    /// `time` on the clock of deadlines, by that clock's present offset.
    ///
    /// The offset can have been smaller at `time`: the sandbox may have moved the clock forward since.
    public func onDeadlineClock(_ time: Timestamp) -> Timestamp { time.adding(seconds: deadlinesAheadSeconds()) }

    /// The present time on both clocks.
    public func moment() -> Moment {
        let now = now()
        return Moment(now: now, deadlineNow: onDeadlineClock(now))
    }

    /// A new unguessable secret: 32 random bytes, 43 characters of base64url.
    public func newSecret() -> String { Base64URL.encode(randomBytes(32)) }

    /// A new identifier in time order.
    public func newID<Kind>() -> ResourceID<Kind> { newID(at: now()) }

    /// A new identifier in time order as text: a UUID in lower case (RFC 9562, section 5.7).
    public func newIDText() -> String { (newID() as ResourceID<World>).text }

    /// A new identifier in time order for an object with a known creation time.
    public func newID<Kind>(at time: Timestamp) -> ResourceID<Kind> {
        .version7(at: time, random: randomBytes(10))
    }
}

/// One moment on both clocks.
///
/// The two times differ only in a sandbox whose clock was moved forward (docs/decisions/0018).
public struct Moment: Hashable, Sendable {
    /// The time in responses and records; durations are measured from it.
    public var now: Timestamp
    /// The time with which the products write and compare deadlines and plans.
    public var deadlineNow: Timestamp

    /// Creates a moment from both times; neither is derived from the other.
    public init(now: Timestamp, deadlineNow: Timestamp) {
        self.now = now
        self.deadlineNow = deadlineNow
    }
}
