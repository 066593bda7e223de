/// A wait without an end.
enum Forever {
    /// Returns soon after the task is cancelled, and never before.
    static func untilCancelled() async {
        while !Task.isCancelled { try? await Task.sleep(nanoseconds: 3_600_000_000_000) }
    }
}
