package import ChaveBase

/// One look at the database's clock, between two readings of the clock of this process that nobody sets.
package struct ClockSample: Hashable, Sendable {
    /// Microseconds of this process's own clock when the question went out.
    package let askedAt: Int64
    /// The same when the answer was there.
    package let answeredAt: Int64
    package let said: Timestamp

    /// `nil` where it cannot be true: an answer before its question, or a time that no clock shows.
    package init?(askedAt: Int64, answeredAt: Int64, said: Timestamp) {
        let isOrdered = askedAt >= 0 && askedAt <= answeredAt && answeredAt <= Self.latest
        guard isOrdered, (0...Self.latest).contains(said.microseconds) else { return nil }
        (self.askedAt, self.answeredAt, self.said) = (askedAt, answeredAt, said)
    }

    /// The year 9999 in microseconds: sums of a few of these fit in 64 bits.
    private static let latest: Int64 = 253_402_300_800_000_000

    /// What has to be added to this process's clock to have the database's, if question and answer took as long as each
    /// other.
    var offset: Int64 { said.microseconds - askedAt - (answeredAt - askedAt) / 2 }

    /// How wrong ``offset`` is at most: half of the time that it took, rounded up.
    var error: Int64 { (answeredAt - askedAt + 1) / 2 }
}
