/// The ways in which a message can be damaged, each damage alone.
enum Mutations {
    /// Every proper prefix.
    static func truncations(of bytes: [UInt8]) -> [[UInt8]] {
        ran(bytes.count, .mutant)
        return (0..<bytes.count).map { Array(bytes[0..<$0]) }
    }

    /// The byte at `offset` with each of its bits flipped, one at a time.
    static func flips(of bytes: [UInt8], at offset: Int) -> [[UInt8]] {
        (0..<8).map { bit in
            var changed = bytes
            changed[offset] ^= 1 << UInt8(bit)
            return changed
        }
    }
}
