public import Foundation

/// The time, as a session may ask for it.
///
/// Passed in, so that a test of five minutes takes no time.
public struct TokenActivationClock: Sendable {
    /// The wall clock; a request's five minutes are counted by it.
    public var now: @Sendable () -> Date
    /// Returns after so many seconds, or throws as soon as the task is cancelled.
    public var sleep: @Sendable (TimeInterval) async throws -> Void

    /// A clock of the app's own, such as a test's.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// This device's.
    public static let system = TokenActivationClock(now: { Date() }, sleep: RealTime.sleep)
}
