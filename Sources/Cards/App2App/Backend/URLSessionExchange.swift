import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP over `URLSession`: ephemeral, no cookies, no cache, no redirects, answers of at most 64 KiB.
public struct URLSessionExchange: ActivationExchange {
    /// The maximum size of an answer, in bytes.
    static let longestAnswer = 64 * 1024

    /// Creates an exchange with an ephemeral session: no cookies, no cache, and no redirects.
    public init() {}

    public func send(_ request: ActivationHTTPRequest) async throws -> ActivationHTTPResponse {
        var foundationRequest = URLRequest(url: request.url)
        foundationRequest.httpMethod = request.method
        foundationRequest.httpBody = request.body.map { Data($0) }
        foundationRequest.httpShouldHandleCookies = false
        foundationRequest.timeoutInterval = request.timeoutSeconds
        for (name, value) in request.headers { foundationRequest.setValue(value, forHTTPHeaderField: name) }
        let call = URLSessionCall()
        let prepared = foundationRequest
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { call.begin(prepared, answer: $0) }
        } onCancel: {
            call.cancel()
        }
    }
}
