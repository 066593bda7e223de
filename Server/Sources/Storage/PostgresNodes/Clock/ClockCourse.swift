package import ChaveBase

/// The database's clock as this process knows it: its own clock, which nobody sets, and what is to be added to that.
///
/// A rule over numbers: it reads no clock and asks no database.
///
/// - A sample is believed where it is more exact than what is known by now, or where both cannot be true.
/// - A correction of up to a second never leads back: forward it counts at once, back by going at half speed until the
///   database has caught up.
/// - A larger one is a jump: the database is on another machine, or its clock was set. It counts at once in both
///   directions, as when a machine's own clock is set: nodes that go by different times would take what is another's.
package struct ClockCourse: Sendable {
    /// What came of some samples.
    package enum Correction: Hashable, Sendable {
        /// They say nothing that is not known better.
        case none
        /// Time goes on without a break.
        case smooth(microseconds: Int64)
        /// Time is another one from here on.
        case jump(microseconds: Int64)
    }

    /// The most by which a kernel lets a clock that nobody sets go wrong.
    static let driftPerMillion: Int64 = 500
    static let jumpMicroseconds: Int64 = 1_000_000

    private var offset: Int64
    private var error: Int64
    /// When both were true, by this process's clock.
    private var since: Int64
    /// A reading that no later one may be behind of, and when it was given.
    private var shown: (reading: Int64, at: Int64)?

    /// Begins with the most exact of some samples; `nil` where there is none.
    package init?(_ samples: [ClockSample]) {
        guard let first = Self.best(of: samples) else { return nil }
        (offset, error, since) = (first.offset, first.error, first.answeredAt)
    }

    /// What the database's clock shows at that time of this process's own.
    package func reading(at uptime: Int64) -> Timestamp {
        let straight = uptime + offset
        guard let shown else { return Timestamp(microseconds: straight) }
        return Timestamp(microseconds: max(straight, shown.reading + (uptime - shown.at) / 2))
    }

    /// Takes what was measured, at a moment that is not before the samples' answers.
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

    /// How far it may be from the database's by then, not counting what it goes slower for.
    package func errorMicroseconds(at uptime: Int64) -> Int64 {
        error + max(0, uptime - since) / 1_000_000 * Self.driftPerMillion
    }

    private static func best(of samples: [ClockSample]) -> ClockSample? { samples.min { $0.error < $1.error } }
}
