import Foundation

/// The clocks of the device, as the clients may use them.
///
/// Passed in, so that a test of a five-minute wait takes no time.
public struct DeviceClock: Sendable {
    /// Microseconds since 1970, UTC: for dates and stored deadlines.
    public var now: @Sendable () -> Int64
    /// Milliseconds since some fixed moment, never going back: for measuring waits.
    public var uptimeMilliseconds: @Sendable () -> Int64
    /// Returns after so many milliseconds, or throws as soon as the task is cancelled.
    public var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void

    /// A clock of one's own, such as a test's.
    public init(
        now: @escaping @Sendable () -> Int64,
        uptimeMilliseconds: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (_ milliseconds: Int64) async throws -> Void
    ) {
        self.now = now
        self.uptimeMilliseconds = uptimeMilliseconds
        self.sleep = sleep
    }

    /// The real clocks of this device.
    public static let system = DeviceClock(
        now: { Int64(Date().timeIntervalSince1970 * 1_000_000) },
        uptimeMilliseconds: { Int64(ProcessInfo.processInfo.systemUptime * 1_000) },
        sleep: { milliseconds in
            guard milliseconds > 0 else { return try Task.checkCancellation() }
            let (nanoseconds, overflow) = UInt64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
            try await Task.sleep(nanoseconds: overflow ? UInt64.max : nanoseconds)
        }
    )
}
