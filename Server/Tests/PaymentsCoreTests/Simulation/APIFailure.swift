import ChavePixModel
import PaymentsCore

/// What the API answered a request with instead of what was asked for.
func apiFailure<Answer>(_ request: () async throws -> Answer) async -> APIFailure? {
    do {
        _ = try await request()
        return nil
    } catch {
        return error as? APIFailure
    }
}
