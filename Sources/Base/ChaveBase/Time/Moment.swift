/// One moment by both clocks.
///
/// They differ only in a sandbox whose clock was put forward (docs/decisions/0018).
public struct Moment: Hashable, Sendable {
    /// The time in answers and records; durations are measured from it.
    public var now: Timestamp
    /// The time that deadlines and plans are written by and compared with.
    public var deadlineNow: Timestamp

    /// Both times as given; neither is derived from the other.
    public init(now: Timestamp, deadlineNow: Timestamp) {
        self.now = now
        self.deadlineNow = deadlineNow
    }
}
