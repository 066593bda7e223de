import ChaveBase
import PaymentsCore
import ServerHost
import Synchronization

/// The live world with repeatable random bytes (SplitMix64).
///
/// Use it for demonstrations only: the seed reveals the server's secrets.
enum SeededRandom {
    static func world(seed: UInt64) -> World {
        let generator = Generator(seed: seed)
        var world = World.live
        world.randomBytes = { count in generator.bytes(count) }
        return world
    }

    private final class Generator: Sendable {
        private let state: Mutex<UInt64>

        init(seed: UInt64) { state = Mutex(seed) }

        func bytes(_ count: Int) -> [UInt8] {
            state.withLock { state in
                (0..<count).map { _ in
                    state &+= 0x9E37_79B9_7F4A_7C15
                    var mixed = state
                    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
                    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
                    return UInt8(truncatingIfNeeded: (mixed ^ (mixed >> 31)) >> 32)
                }
            }
        }
    }
}
