package import ChaveBase

/// The database's clock as this process knows it: the process's own clock, which nobody sets, plus an offset.
///
/// A rule over numbers: it reads no clock and asks no database.
///
/// - A sample counts when it is more exact than the present knowledge, or when both cannot be true.
/// - A correction of up to one second never moves the time back. A correction forward counts at once. After a
///   correction back, the clock runs at half speed until the database has caught up.
/// - A larger correction is a jump: the database is on another machine, or its clock was set. It counts at once in both
///   directions, as when a machine's own clock is set. Otherwise nodes with different times would take the leases of
///   others.
package struct ClockCourse: Sendable {
    /// The result of some samples.
    package enum Correction: Hashable, Sendable {
        /// The samples add nothing to the present knowledge.
        case none
        /// The time goes on without a break.
        case smooth(microseconds: Int64)
        /// The time jumps.
        case jump(microseconds: Int64)
    }

    /// The maximum error of a kernel's clock that nobody sets, in millionths.
    static let driftPerMillion: Int64 = 500
    static let jumpMicroseconds: Int64 = 1_000_000

    private var offset: Int64
    private var error: Int64
    /// The time of `offset` and `error`, by this process's clock.
    private var since: Int64
    /// A reading that no later reading may be before, and its time.
    private var shown: (reading: Int64, at: Int64)?

    /// Begins with the most exact sample; `nil` without samples.
    package init?(_ samples: [ClockSample]) {
        guard let first = Self.best(of: samples) else { return nil }
        (offset, error, since) = (first.offset, first.error, first.answeredAt)
    }

    /// The database's time at the time `uptime` of this process's own clock.
    package func reading(at uptime: Int64) -> Timestamp {
        let straight = uptime + offset
        guard let shown else { return Timestamp(microseconds: straight) }
        return Timestamp(microseconds: max(straight, shown.reading + (uptime - shown.at) / 2))
    }

    /// Adds measurements, at a moment that is not before the samples' answers.
    package mutating func take(_ samples: [ClockSample], at uptime: Int64) -> Correction {
        guard let sample = Self.best(of: samples) else { return .none }
        let known = errorMicroseconds(at: sample.answeredAt)
        let distance = sample.offset - offset
        let contradicts = abs(distance) > sample.error + known
        guard sample.error <= known || contradicts else { return .none }
        let before = reading(at: uptime)
        (offset, error, since) = (sample.offset, sample.error, sample.answeredAt)
        guard abs(distance) <= Self.jumpMicroseconds + sample.error else {
            shown = nil
            return .jump(microseconds: distance)
        }
        shown = (before.microseconds, uptime)
        return .smooth(microseconds: distance)
    }

    /// The maximum distance from the database's clock by then, without the distance from running at half speed.
    package func errorMicroseconds(at uptime: Int64) -> Int64 {
        error + max(0, uptime - since) / 1_000_000 * Self.driftPerMillion
    }

    private static func best(of samples: [ClockSample]) -> ClockSample? { samples.min { $0.error < $1.error } }
}
