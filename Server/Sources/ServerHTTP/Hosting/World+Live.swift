public import ChavePixModel
import Foundation
public import PaymentsCore

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
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        },
        sleep: { milliseconds in try? await Task.sleep(for: .milliseconds(milliseconds)) }
    )
}

extension Timestamp {
    /// The system's wall clock.
    public static func current() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
