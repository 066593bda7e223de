extension PostgresPool {
    /// Runs `body`, and retries it after passing failures with a known outcome until the time is over.
    ///
    /// `body` receives the remaining time. It is for callers that would retry anyway: they then do not see a deadlock,
    /// a restart or a new first server. The pool never repeats a request that the server may have run.
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
                // The task is cancelled: its caller waits for no other attempt.
                guard (try? await Task.sleep(for: pause)) != nil else { throw error }
            }
        }
    }

    /// Runs a batch with the same retries.
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
