import Testing

@testable import ChavePix

/// Runs `body` and expects a `PixError` of that code; gives the error for a closer look.
@discardableResult
func expectFailure(
    _ code: PixError.Code,
    _ body: () async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) async -> PixError? {
    do {
        try await body()
        Issue.record("nothing was thrown", sourceLocation: sourceLocation)
        return nil
    } catch let error as PixError {
        #expect(error.code == code, sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return nil
    }
}
