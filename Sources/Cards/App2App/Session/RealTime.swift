import Foundation

/// This device's time.
enum RealTime {
    /// Returns after so many seconds, or throws as soon as the task is cancelled.
    @Sendable
    static func sleep(_ seconds: TimeInterval) async throws {
        guard seconds > 0 else { return try Task.checkCancellation() }
        try await Task.sleep(nanoseconds: UInt64(min(seconds, 86_400) * 1_000_000_000))
    }
}
