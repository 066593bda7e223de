public import ChaveBase
import ChavePixModel
import Foundation
import PaymentsCore

extension World {
    /// The real clocks, the system's random generator and real time.
    public static let live = World(
        now: { Timestamp.current() },
        uptimeMilliseconds: {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
        },
        randomBytes: { count in
            var generator = SystemRandomNumberGenerator()
            return [UInt8](random: count, using: &generator)
        },
        sleep: { milliseconds in try? await Task.sleep(for: .milliseconds(milliseconds)) }
    )
}

extension World {
    /// Microseconds since this machine started; the clock cannot be set, and runs while the machine sleeps.
    static let liveUptimeMicroseconds: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// The same world with another clock.
    func at(_ now: @escaping @Sendable () -> Timestamp) -> World {
        var world = self
        world.now = now
        return world
    }

    /// The same world with deadlines ahead by `seconds`.
    func withDeadlines(ahead seconds: Int64) -> World {
        var world = self
        world.deadlinesAheadSeconds = { seconds }
        return world
    }
}

extension Timestamp {
    /// The system's wall clock.
    public static func current() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}

extension [UInt8] {
    /// Makes `count` random bytes, eight from each word: on Linux every word is a system call.
    init(random count: Int, using generator: inout some RandomNumberGenerator) {
        self.init()
        reserveCapacity(count)
        while self.count < count {
            let word = generator.next()
            for shift in stride(from: 0, to: 64, by: 8).prefix(count - self.count) {
                append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
    }
}
