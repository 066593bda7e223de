import NIOCore

/// The clock of a run: nanoseconds since its start, by a clock that cannot be set.
public struct LoadClock: Sendable {
    private let start: NIODeadline

    /// Makes a clock that starts now.
    public init() { start = .now() }

    var now: Int64 { (NIODeadline.now() - start).nanoseconds }

    func deadline(_ moment: Int64) -> NIODeadline { start + .nanoseconds(moment) }
}
