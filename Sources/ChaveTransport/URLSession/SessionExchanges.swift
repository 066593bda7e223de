import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The calls under way on one session: gathers each answer and resumes its caller exactly once.
final class SessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Answer = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    private struct Exchange {
        let answer: Answer
        let task: URLSessionDataTask
        var response: HTTPURLResponse?
        var body: [UInt8] = []
        /// Whether we refused to give a password; on Linux the session then cancels what is an answer, the 401.
        var hasRefusedPassword = false
    }

    private struct State {
        var exchanges: [Int: Exchange] = [:]
        var isInvalidated = false
        var reading: DispatchQueue?
    }

    /// Up to a day.
    static let timeouts: ClosedRange<Int64> = 0...86_400_000

    private let longestResponse: Int
    private let state = Locked(State())
    private let endings = DispatchQueue(label: "ChaveTransport.endings")

    init(longestResponse: Int) { self.longestResponse = longestResponse }

    /// Takes the queue that is held while a cancellation passes, where there is one.
    func adopt(_ reading: DispatchQueue?) { state.withLock { $0.reading = reading } }

    func begin(_ task: URLSessionDataTask, timeoutMilliseconds: Int64, answer: Answer) {
        let isOpen = state.withLock { state in
            guard !state.isInvalidated else { return false }
            state.exchanges[task.taskIdentifier] = Exchange(answer: answer, task: task)
            return true
        }
        guard isOpen else {
            return answer.resume(returning: .failure(TransportError(.cancelled, mayHaveReachedServer: false)))
        }
        let timeout = SessionExchanges.timeouts.nearest(to: timeoutMilliseconds)
        let deadline = DispatchTime.now() + .milliseconds(Int(clamping: timeout))
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self, weak task] in
            if let task { self?.end(task, because: .timedOut) }
        }
        task.resume()
        // The caller may have been cancelled before the exchange was known to `end`.
        if Task.isCancelled { end(task, because: .cancelled) }
    }

    /// Ends a call that is still under way, for its caller at once; one that has ended stays as it ended.
    func end(_ task: URLSessionDataTask, because kind: TransportError.Kind) {
        let (ended, reading) = state.withLock { state in
            (state.exchanges.removeValue(forKey: task.taskIdentifier), state.reading)
        }
        guard let ended else { return }
        ended.answer.resume(returning: .failure(TransportError(kind, mayHaveReachedServer: true)))
        // Cancelling waits for the session's work, which on Linux may be what calls us.
        endings.async {
            reading?.suspend()
            task.cancel()
            reading?.resume()
        }
    }

    func invalidate() {
        let tasks = state.withLock { state in
            state.isInvalidated = true
            return state.exchanges.values.map(\.task)
        }
        for task in tasks { end(task, because: .cancelled) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // A token must not follow to where an answer points.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // Certificates are the system's to judge. A server that asks for a password gets none, and its 401 is the answer.
        let asksForPassword = Self.passwordMethods.contains(challenge.protectionSpace.authenticationMethod)
        if asksForPassword {
            state.withLock { state in
                state.exchanges[task.taskIdentifier]?.hasRefusedPassword = true
                guard state.exchanges[task.taskIdentifier]?.response == nil else { return }
                state.exchanges[task.taskIdentifier]?.response = challenge.failureResponse as? HTTPURLResponse
            }
        }
        // Not from here, because on Linux refusing cancels the task: see `end`.
        endings.async { completionHandler(asksForPassword ? .rejectProtectionSpace : .performDefaultHandling, nil) }
    }

    private static let passwordMethods: Set<String> = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
        NSURLAuthenticationMethodHTMLForm, NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
    ]

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let isAcceptable = state.withLock { state in
            state.exchanges[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse
            return response.expectedContentLength <= Int64(longestResponse)
        }
        if !isAcceptable { end(dataTask, because: .responseTooLarge) }
        completionHandler(isAcceptable ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = state.withLock { state in
            // What comes after the end is dropped.
            guard let held = state.exchanges[dataTask.taskIdentifier]?.body.count else { return true }
            guard held + data.count <= longestResponse else { return false }
            state.exchanges[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return true
        }
        if !fits { end(dataTask, because: .responseTooLarge) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ended = state.withLock { $0.exchanges.removeValue(forKey: task.taskIdentifier) }
        guard let ended else { return }
        ended.answer.resume(returning: Self.result(of: ended, error))
    }

    private static func result(of ended: Exchange, _ error: (any Error)?) -> Result<HTTPResponse, TransportError> {
        if error == nil || ended.hasRefusedPassword, let response = ended.response {
            return .success(HTTPResponse(response, body: ended.body))
        }
        return .failure(
            TransportError(error, sentBytes: ended.task.countOfBytesSent, hasResponse: ended.response != nil)
        )
    }
}

extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse, body: [UInt8]) {
        self.init(status: response.statusCode, body: body)
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
    }
}
