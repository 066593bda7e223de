import PaymentsCore

/// An answer that may be held: looked for again after each wait.
struct HeldAnswer: Sendable {
    /// The answer; `nil` while there is nothing to say yet.
    let next: @Sendable () async throws(APIFailure) -> ServerAnswer?
    let wait: @Sendable () async -> Void

    /// ``next`` as a value; `nil` while there is nothing to say yet.
    func result() async -> Result<ServerAnswer, APIFailure>? {
        do throws(APIFailure) {
            return try await next().map(Result.success)
        } catch {
            return .failure(error)
        }
    }
}
