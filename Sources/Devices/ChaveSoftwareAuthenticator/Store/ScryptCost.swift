/// How much work one guess at a passphrase takes: scrypt with blocks of 1 KiB, one after another (RFC 7914).
public struct ScryptCost: Hashable, Sendable {
    /// The binary logarithm of scrypt's N; the memory needed is 2^this KiB.
    public let log2Rounds: UInt8

    /// `nil` outside of 10 to 20: less protects nothing, more is a way to stop the machine that opens the file.
    public init?(log2Rounds: UInt8) {
        guard (10...20).contains(log2Rounds) else { return nil }
        self.log2Rounds = log2Rounds
    }

    private init(checked log2Rounds: UInt8) { self.log2Rounds = log2Rounds }

    /// N = 2^15: 32 MiB and about a tenth of a second.
    public static let standard = ScryptCost(checked: 15)

    /// N = 2^10, so that tests are quick; it protects nothing.
    public static let insecureForTests = ScryptCost(checked: 10)

    var rounds: Int { 1 << Int(log2Rounds) }
}
