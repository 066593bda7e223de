extension PostgresPool {
    /// Runs `body`, and again while it fails by what passes and leaves nothing in doubt, until the time is over.
    ///
    /// `body` is given the time that is left. For whoever would do just that: a deadlock, a restart or a new first server
    /// are not seen then. What may have been done is never repeated.
    public func retrying<Value>(
        within time: Duration? = nil,
        _ body: (_ left: Duration) async throws -> Value
    ) async throws -> Value {
        let end = ContinuousClock.now + (time ?? settings.deadline)
        var failures = 0
        while true {
            do {
                return try await body(ContinuousClock.now.duration(to: end))
            } catch let error as PostgresError where error.mayBeRetried && error.kind != .noConnection {
                failures += 1
                let pause = Backoff.delay(afterFailures: failures, fraction: .random(in: 0...1))
                guard ContinuousClock.now + pause < end else { throw error }
                // Cancelled: nobody waits for another attempt.
                guard (try? await Task.sleep(for: pause)) != nil else { throw error }
            }
        }
    }

    /// Runs a batch in the same way.
    public func runRetrying(
        _ batch: PostgresBatch,
        within time: Duration? = nil
    ) async throws(PostgresError) -> [PostgresRows] {
        do {
            return try await retrying(within: time) { try await run(batch, within: $0) }
        } catch {
            throw error as? PostgresError ?? PostgresError(.other)
        }
    }
}
