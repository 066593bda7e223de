import ChaveBase
import SQLPort

/// Serves one request: one transaction, one moment.
///
/// An operation checks everything before it writes.
struct CardsDesk {
    let database: any SQLDatabase
    let now: Timestamp
    /// The same moment by the clock for the age of a step-up.
    let stepUpNow: Timestamp
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// Returns `count` random decimal digits.
    ///
    /// A reference is a name and no secret: slightly more frequent digits do no harm.
    func digits(_ count: Int) -> String { randomBytes(count).map { String($0 % 10) }.joined() }

    /// Returns `count` random hexadecimal digits.
    func hex(_ count: Int) -> String { randomBytes(count).map { String($0 & 0x0F, radix: 16) }.joined() }
}
