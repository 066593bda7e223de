import ChaveBase

/// A random source with a seed, so that a test gets the same ids in each run.
///
/// SplitMix64: fit for tests, never for the keys of a real device.
public final class TestRandom: Sendable {
    private let state: Locked<UInt64>

    /// Creates a source; the same seed gives the same bytes in the same order.
    public init(seed: UInt64) { state = Locked(TestRandom.product(seed, 0x9E37_79B9_7F4A_7C15) &+ 1) }

    /// Creates a source with another sequence for each purpose, so that a server and a device of one seed have
    /// different keys.
    convenience init(seed: UInt64, for purpose: StaticString) {
        // FNV-1a.
        let mark = purpose.description.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            TestRandom.product($0 ^ UInt64($1), 0x100_0000_01B3)
        }
        self.init(seed: seed ^ mark)
    }

    /// Returns this many bytes; none for a negative count.
    public func bytes(_ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        return state.withLock { state in
            (0..<count).map { _ in UInt8(truncatingIfNeeded: TestRandom.next(&state) >> 32) }
        }
    }

    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = product(mixed ^ mixed >> 30, 0xBF58_476D_1CE4_E5B9)
        mixed = product(mixed ^ mixed >> 27, 0x94D0_49BB_1331_11EB)
        return mixed ^ mixed >> 31
    }

    /// The lower half of a product; the generic operator for it requires a newer system than iOS 15.
    private static func product(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        value.multipliedReportingOverflow(by: factor).partialValue
    }
}
