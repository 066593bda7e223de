package import ChaveBase

/// One reading of the database's clock, between two readings of this process's clock, which nobody sets.
package struct ClockSample: Hashable, Sendable {
    /// The time of the question, in microseconds of this process's own clock.
    package let askedAt: Int64
    /// The time of the answer, in the same unit.
    package let answeredAt: Int64
    package let said: Timestamp

    /// `nil` for an impossible sample: an answer before its question, or a time that no clock shows.
    package init?(askedAt: Int64, answeredAt: Int64, said: Timestamp) {
        let isOrdered = askedAt >= 0 && askedAt <= answeredAt && answeredAt <= Self.latest
        guard isOrdered, (0...Self.latest).contains(said.microseconds) else { return nil }
        (self.askedAt, self.answeredAt, self.said) = (askedAt, answeredAt, said)
    }

    /// The year 9999 in microseconds: sums of a few of these fit in 64 bits.
    private static let latest: Int64 = 253_402_300_800_000_000

    /// The offset from this process's clock to the database's clock, if question and answer took equally long.
    var offset: Int64 { said.microseconds - askedAt - (answeredAt - askedAt) / 2 }

    /// The maximum error of ``offset``: half of the round trip's time, rounded up.
    var error: Int64 { (answeredAt - askedAt + 1) / 2 }
}
