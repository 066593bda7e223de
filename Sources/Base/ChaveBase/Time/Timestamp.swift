/// A moment: microseconds since 1 January 1970 00:00 UTC, leap seconds not counted.
///
/// Arithmetic saturates, so that no deadline from outside can cause a trap.
public struct Timestamp: Hashable, Sendable {
    /// Microseconds since 1 January 1970 00:00 UTC; negative before.
    public let microseconds: Int64

    /// The moment this many microseconds after the start of 1970.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The moment this many whole seconds after the start of 1970, as in a JWT's `iat` or a webhook's timestamp.
    ///
    /// A value that does not fit becomes the last moment, or the first when it is negative.
    public init(seconds: Int64) { microseconds = Timestamp.saturating(seconds, times: 1_000_000) }

    /// The moment this many milliseconds after the start of 1970.
    ///
    /// A value that does not fit becomes the last moment, or the first when it is negative.
    public init(milliseconds: Int64) { microseconds = Timestamp.saturating(milliseconds, times: 1_000) }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 { floorDivide(microseconds, 1_000_000) }

    /// Whole milliseconds since 1970, rounded down.
    public var milliseconds: Int64 { floorDivide(microseconds, 1_000) }

    /// The moment this much later, or earlier for a negative number; never outside of the first and the last moment.
    public func adding(microseconds: some BinaryInteger) -> Timestamp {
        let (sum, overflow) = self.microseconds.addingReportingOverflow(Int64(clamping: microseconds))
        guard overflow else { return Timestamp(microseconds: sum) }
        return Timestamp(microseconds: microseconds < 0 ? .min : .max)
    }

    /// The moment this much later, or earlier for a negative number; never outside of the first and the last moment.
    public func adding(milliseconds: some BinaryInteger) -> Timestamp {
        adding(microseconds: Timestamp.saturating(Int64(clamping: milliseconds), times: 1_000))
    }

    /// The moment this much later, or earlier for a negative number; never outside of the first and the last moment.
    public func adding(seconds: some BinaryInteger) -> Timestamp {
        adding(microseconds: Timestamp.saturating(Int64(clamping: seconds), times: 1_000_000))
    }

    /// The number of microseconds from `earlier` to this moment; negative when `earlier` is later.
    public func microseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        return overflow ? (microseconds < earlier.microseconds ? .min : .max) : difference
    }

    private static func saturating(_ value: Int64, times factor: Int64) -> Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        return overflow ? (value < 0 ? .min : .max) : product
    }
}

extension Timestamp: Comparable {
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.microseconds < rhs.microseconds }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        microseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(microseconds)
    }
}

/// The quotient, rounded towards negative infinity; `divisor` is positive.
package func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
}
