extension PixClient {
    /// A stream of the steps that `work` reports.
    ///
    /// The work begins at once, and is cancelled when the reader of the stream stops reading. A failure is a
    /// `PixError`.
    static func steps<Step: Sendable>(
        _ work: @escaping @Sendable (_ tell: (Step) -> Void) async throws(PixError) -> Void
    ) -> AsyncThrowingStream<Step, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do throws(PixError) {
                    try await work { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
