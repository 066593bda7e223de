import ChaveBase
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The running calls of one session: collects each response and resumes its caller exactly once.
final class SessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Answer = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

    private struct Exchange {
        let answer: Answer
        /// `nil` until the call begins, which waits for the session's other work.
        var task: URLSessionDataTask?
        var response: HTTPURLResponse?
        var body: [UInt8] = []
        /// Whether this transport refused to send a password; on Linux the session then cancels the task although the
        /// 401 is a response.
        var hasRefusedPassword = false
    }

    private struct State {
        var lastID = 0
        var exchanges: [Int: Exchange] = [:]
        /// The exchange id of each task of the session.
        var ids: [Int: Int] = [:]
        var isInvalidated = false
        var reading: DispatchQueue?

        func exchange(of task: URLSessionTask) -> Exchange? { ids[task.taskIdentifier].flatMap { exchanges[$0] } }

        mutating func change(_ task: URLSessionTask, _ change: (inout Exchange) -> Void) {
            guard let id = ids[task.taskIdentifier], var exchange = exchanges.removeValue(forKey: id) else { return }
            change(&exchange)
            exchanges[id] = exchange
        }

        mutating func remove(_ id: Int) -> Exchange? {
            guard let ended = exchanges.removeValue(forKey: id) else { return nil }
            if let task = ended.task { ids[task.taskIdentifier] = nil }
            return ended
        }
    }

    /// Timeouts in milliseconds, up to a day.
    static let timeouts: ClosedRange<Int64> = 0...86_400_000

    private let longestResponse: Int
    private let state = Locked(State())
    /// The queue for blocking calls into the session.
    ///
    /// Creating, starting and cancelling a task wait for the session's own work. On Linux that work may be the code
    /// that calls this class, and a response that keeps arriving keeps it busy.
    private let waiting = DispatchQueue(label: "ChaveTransport.waiting")

    init(longestResponse: Int) { self.longestResponse = longestResponse }

    /// Sets the queue that is suspended during a cancellation, if the platform has one.
    func adopt(_ reading: DispatchQueue?) { state.withLock { $0.reading = reading } }

    /// Returns a new id for one call of the transport.
    func nextID() -> Int {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Begins a call with the task that `make` creates, and returns at once even when the session is busy.
    func begin(
        _ id: Int,
        timeoutMilliseconds: Int64,
        answer: Answer,
        _ make: @escaping @Sendable () -> URLSessionDataTask
    ) {
        let isOpen = state.withLock { state in
            guard !state.isInvalidated else { return false }
            state.exchanges[id] = Exchange(answer: answer)
            return true
        }
        guard isOpen else {
            return answer.resume(returning: .failure(TransportError(.cancelled, mayHaveReachedServer: false)))
        }
        let timeout = SessionExchanges.timeouts.nearest(to: timeoutMilliseconds)
        let deadline = DispatchTime.now() + .milliseconds(Int(clamping: timeout))
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in self?.end(id, because: .timedOut) }
        waiting.async { self.whileNothingIsRead { self.start(id, make) } }
        // The caller may have been cancelled before `end` could find the exchange.
        if Task.isCancelled { end(id, because: .cancelled) }
    }

    /// Starts the task, unless the call ended before.
    private func start(_ id: Int, _ make: () -> URLSessionDataTask) {
        guard state.withLock({ $0.exchanges[id] != nil }) else { return }
        let task = make()
        let isWanted = state.withLock { state in
            guard state.exchanges[id] != nil else { return false }
            state.exchanges[id]?.task = task
            state.ids[task.taskIdentifier] = id
            return true
        }
        if isWanted { task.resume() } else { task.cancel() }
    }

    /// Ends a running call and resumes its caller at once; a call that already ended does not change.
    func end(_ id: Int, because kind: TransportError.Kind) {
        guard let ended = state.withLock({ $0.remove(id) }) else { return }
        ended.answer.resume(returning: .failure(TransportError(kind, mayHaveReachedServer: true)))
        guard let task = ended.task else { return }
        waiting.async { self.whileNothingIsRead { task.cancel() } }
    }

    private func end(_ task: URLSessionTask, because kind: TransportError.Kind) {
        if let id = state.withLock({ $0.ids[task.taskIdentifier] }) { end(id, because: kind) }
    }

    private func whileNothingIsRead(_ body: () -> Void) {
        let reading = state.withLock { $0.reading }
        reading?.suspend()
        body()
        reading?.resume()
    }

    func invalidate() {
        let ids = state.withLock { state in
            state.isInvalidated = true
            return Array(state.exchanges.keys)
        }
        for id in ids { end(id, because: .cancelled) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // A redirect must not receive the token.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The system checks certificates. A server that asks for a password gets none, and its 401 is the response.
        let asksForPassword = Self.passwordMethods.contains(challenge.protectionSpace.authenticationMethod)
        if asksForPassword {
            state.withLock { state in
                state.change(task) { exchange in
                    exchange.hasRefusedPassword = true
                    exchange.response = exchange.response ?? challenge.failureResponse as? HTTPURLResponse
                }
            }
        }
        // Not on this thread, because refusing cancels the task on Linux.
        waiting.async { completionHandler(asksForPassword ? .rejectProtectionSpace : .performDefaultHandling, nil) }
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
            state.change(dataTask) { $0.response = response as? HTTPURLResponse }
            return response.expectedContentLength <= Int64(longestResponse)
        }
        if !isAcceptable { end(dataTask, because: .responseTooLarge) }
        completionHandler(isAcceptable ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = state.withLock { state in
            // Data after the end of the call is dropped.
            guard let held = state.exchange(of: dataTask)?.body.count else { return true }
            guard held + data.count <= longestResponse else { return false }
            state.change(dataTask) { $0.body.append(contentsOf: data) }
            return true
        }
        if !fits { end(dataTask, because: .responseTooLarge) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ended = state.withLock { state in state.ids[task.taskIdentifier].flatMap { state.remove($0) } }
        guard let ended else { return }
        ended.answer.resume(returning: Self.result(of: ended, error))
    }

    private static func result(of ended: Exchange, _ error: (any Error)?) -> Result<HTTPResponse, TransportError> {
        if error == nil || ended.hasRefusedPassword, let response = ended.response {
            return .success(HTTPResponse(response, body: ended.body))
        }
        return .failure(
            TransportError(error, sentBytes: ended.task?.countOfBytesSent ?? 0, hasResponse: ended.response != nil)
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
