/// Who one process is among all that have a database open.
///
/// What it holds there carries this number, and what it changed is told to the others alone. Drawn at each start: a new
/// process holds nothing yet.
public struct NodeNumber: Hashable, Sendable {
    /// The number itself, from 1.
    public let value: Int64

    /// Draws one from eight random bytes; of less there is too little chance in it.
    public init(randomBytes: (_ count: Int) -> [UInt8]) {
        let bits = randomBytes(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        value = max(1, Int64(bits >> 1))
    }

    /// One from the system's generator.
    public static func drawn() -> NodeNumber {
        NodeNumber { count in (0..<count).map { _ in UInt8.random(in: 0...UInt8.max) } }
    }
}
