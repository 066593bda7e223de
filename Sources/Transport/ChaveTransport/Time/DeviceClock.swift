import Foundation

/// The clocks of the device, for the clients.
///
/// The clock is a parameter of the clients, so that a test of a five-minute wait takes no time.
public struct DeviceClock: Sendable {
    /// Microseconds since 1970, UTC: for dates and stored deadlines.
    public var now: @Sendable () -> Int64
    /// Milliseconds since a fixed moment, never going back: for measuring waits.
    public var uptimeMilliseconds: @Sendable () -> Int64
    /// Returns after this many milliseconds, or throws as soon as the task is cancelled.
    public var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void

    /// Creates a clock from functions, for a test for example.
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

extension DeviceClock {
    /// A `TaskLocal` without the macro, which scripts/check-availability cannot expand.
    private static let limiting = TaskLocal(wrappedValue: false)

    /// True while `sleep` is called for a limit and not for a pause.
    package static var isLimiting: Bool { limiting.get() }

    /// Sleeps for the maximum time that other work may take.
    ///
    /// A real clock treats pauses and limits alike. A test's clock does not: a pause moves its time forward, while a
    /// limit ends only when the time has passed it. Work that takes no time is therefore never late.
    package func limit(_ milliseconds: Int64) async throws {
        try await DeviceClock.limiting.withValue(true) { try await sleep(milliseconds) }
    }
}
