/// The ways in which a message can be damaged, each damage alone.
enum Mutations {
    /// Every proper prefix.
    static func truncations(of bytes: [UInt8]) -> [[UInt8]] {
        ran(bytes.count, .mutant)
        return (0..<bytes.count).map { Array(bytes[0..<$0]) }
    }

    /// Every byte, with each of its bits flipped, all of them, and set to both ends.
    static func changes(of bytes: [UInt8]) -> [[UInt8]] {
        let all = bytes.indices.flatMap { index in
            let old = bytes[index]
            let new = Set((0..<8).map { old ^ 1 << UInt8($0) } + [~old, 0x00, 0xFF]).subtracting([old])
            return new.map { byte in
                var changed = bytes
                changed[index] = byte
                return changed
            }
        }
        ran(all.count, .mutant)
        return all
    }
}

/// SplitMix64: the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
