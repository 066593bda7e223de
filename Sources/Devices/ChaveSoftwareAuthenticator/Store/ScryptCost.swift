/// The cost of one guess at a passphrase: scrypt with blocks of 1 KiB and no parallelism (RFC 7914).
public struct ScryptCost: Hashable, Sendable {
    /// The binary logarithm of scrypt's N; the required memory is 2^`log2Rounds` KiB.
    public let log2Rounds: UInt8

    /// Creates a cost; `nil` outside of 10 to 20: less protects nothing, and more could block the machine that opens
    /// the file.
    public init?(log2Rounds: UInt8) {
        guard (10...20).contains(log2Rounds) else { return nil }
        self.log2Rounds = log2Rounds
    }

    private init(checked log2Rounds: UInt8) { self.log2Rounds = log2Rounds }

    /// N = 2^15: 32 MiB and about a tenth of a second.
    public static let standard = ScryptCost(checked: 15)

    /// N = 2^10 for fast tests; it protects nothing.
    public static let insecureForTests = ScryptCost(checked: 10)

    var rounds: Int { 1 << Int(log2Rounds) }
}
