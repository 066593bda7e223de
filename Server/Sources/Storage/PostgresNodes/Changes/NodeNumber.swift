/// The number of one process among all processes that have a database open.
///
/// A process marks its leases in the database with this number, and reports its changes to the other processes only. A
/// process draws a new number at each start, because a new process holds nothing yet.
public struct NodeNumber: Hashable, Sendable {
    /// The number itself, from 1.
    public let value: Int64

    /// Draws a number from eight random bytes; fewer bytes hold too little chance.
    public init(randomBytes: (_ count: Int) -> [UInt8]) {
        let bits = randomBytes(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        value = max(1, Int64(bits >> 1))
    }

    /// Draws a number from the system's generator.
    public static func drawn() -> NodeNumber {
        NodeNumber { count in (0..<count).map { _ in UInt8.random(in: 0...UInt8.max) } }
    }
}
