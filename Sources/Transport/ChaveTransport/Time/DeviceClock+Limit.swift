extension DeviceClock {
    /// Without the macro, which scripts/check-availability cannot expand.
    private static let limiting = TaskLocal(wrappedValue: false)

    /// True while a clock is asked to end a limit, and not to make a pause.
    package static var isLimiting: Bool { limiting.get() }

    /// Sleeps for as long as something else may take at most.
    ///
    /// A real clock makes no difference between the two. One that a test moves does: a pause is what its time passes by, a
    /// limit ends only when time has passed it, so that work which takes no time is never late.
    package func limit(_ milliseconds: Int64) async throws {
        try await DeviceClock.limiting.withValue(true) { try await sleep(milliseconds) }
    }
}
