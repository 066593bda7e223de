/// The clocks, the chance and the timer that a product may ask: no part has one of its own.
///
/// Built once, where the program starts.
public struct World: Sendable {
    /// The time in answers, ids, audit rows, events and tokens.
    public var now: @Sendable () -> Timestamp
    /// Milliseconds since some moment, by a clock that is never set; durations are measured by it.
    public var uptimeMilliseconds: @Sendable () -> Int64
    /// So many bytes that nobody can guess.
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// Returns after that much of the injected clock's time, or earlier when the task is cancelled.
    public var sleep: @Sendable (_ milliseconds: Int) async -> Void
    /// How far the clock that deadlines read is ahead of ``now``: nothing, but in a sandbox whose clock was put forward.
    ///
    /// It never shrinks while a process lives.
    public var deadlinesAheadSeconds: @Sendable () -> Int64

    /// Every capability is given; the deadlines' clock is ``now`` unless said otherwise.
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

    /// The time that deadlines and plans are written by and compared with.
    public func deadlineNow() -> Timestamp { onDeadlineClock(now()) }

    /// The same moment on the clock of deadlines, unless that clock was put forward since.
    public func onDeadlineClock(_ time: Timestamp) -> Timestamp { time.adding(seconds: deadlinesAheadSeconds()) }

    /// Both clocks at once.
    public func moment() -> Moment {
        let now = now()
        return Moment(now: now, deadlineNow: onDeadlineClock(now))
    }

    /// A secret that nobody guesses: 32 random bytes, 43 characters of base64url.
    public func newSecret() -> String { Base64URL.encode(randomBytes(32)) }

    /// A new identifier in time order.
    public func newID<Kind>() -> ResourceID<Kind> { newID(at: now()) }

    /// A new identifier in time order as text: a UUID in lower case (RFC 9562, section 5.7).
    public func newIDText() -> String { (newID() as ResourceID<World>).text }

    /// A new identifier of something that says itself when it was made.
    public func newID<Kind>(at time: Timestamp) -> ResourceID<Kind> {
        .version7(at: time, random: randomBytes(10))
    }
}
