import BeyondIdentityEmbedded
import Testing

/// Runs `body` and expects a `SignInError` of that code; gives the error for a closer look.
@discardableResult
func expectFailure(
    _ code: SignInError.Code,
    _ body: () async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) async -> SignInError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        return nil
    } catch let error as SignInError {
        #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return nil
    }
}

/// What a callback was told, each time.
func told<Value: Sendable>(
    _ call: (@escaping (Result<Value, BISDKError>) -> Void) -> Void
) async -> Result<Value, BISDKError> {
    await withCheckedContinuation { continuation in
        // A second call of the callback would be one resume too many, which ends the program.
        call { continuation.resume(returning: $0) }
    }
}

/// Waits for something that another task is about to do, without keeping the processor from it.
func eventually(_ isThere: () -> Bool) async throws {
    while !isThere() { try await Task.sleep(nanoseconds: 500_000) }
}
