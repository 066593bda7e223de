import NIOCore

/// The clock of a run: nanoseconds since its start, by the clock that nobody sets.
public struct LoadClock: Sendable {
    private let start: NIODeadline

    /// Starts now.
    public init() { start = .now() }

    var now: Int64 { (NIODeadline.now() - start).nanoseconds }

    func deadline(_ moment: Int64) -> NIODeadline { start + .nanoseconds(moment) }
}
