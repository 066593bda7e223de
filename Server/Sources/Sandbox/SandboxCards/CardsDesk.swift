import ChaveBase
import SQLPort

/// Where one wish is served: one transaction, one moment.
///
/// What an operation checks comes before what it writes.
struct CardsDesk {
    let database: any SQLDatabase
    let now: Timestamp
    /// The same moment by the clock that the age of a step-up is measured by.
    let stepUpNow: Timestamp
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    /// So many random decimal digits.
    ///
    /// A reference is a name and no secret: that some digits are a little more frequent does not matter.
    func digits(_ count: Int) -> String { randomBytes(count).map { String($0 % 10) }.joined() }

    /// So many random hexadecimal digits.
    func hex(_ count: Int) -> String { randomBytes(count).map { String($0 & 0x0F, radix: 16) }.joined() }
}
