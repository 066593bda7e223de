public import Foundation

/// The clock of a session.
///
/// The session gets it as a parameter, so that a test of five minutes takes no time.
public struct TokenActivationClock: Sendable {
    /// The wall clock, which measures a request's five minutes.
    public var now: @Sendable () -> Date
    /// Returns after that many seconds, or throws as soon as the task is cancelled.
    public var sleep: @Sendable (TimeInterval) async throws -> Void

    /// Creates a custom clock, such as a test's.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The clock of this device.
    public static let system = TokenActivationClock(now: { Date() }, sleep: RealTime.sleep)
}

/// This device's time.
enum RealTime {
    /// Returns after that many seconds, or throws as soon as the task is cancelled.
    @Sendable
    static func sleep(_ seconds: TimeInterval) async throws {
        guard seconds > 0 else { return try Task.checkCancellation() }
        try await Task.sleep(nanoseconds: UInt64(min(seconds, 86_400) * 1_000_000_000))
    }
}
