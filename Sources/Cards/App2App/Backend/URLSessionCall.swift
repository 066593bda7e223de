import ChaveBase
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One call on a session of its own, which collects the answer and resumes its caller exactly once.
final class URLSessionCall: NSObject, URLSessionDataDelegate, Sendable {
    typealias Answer = CheckedContinuation<ActivationHTTPResponse, any Error>

    private struct Progress {
        var answer: Answer?
        var task: URLSessionDataTask?
        var response: HTTPURLResponse?
        var body: [UInt8] = []
        var isCancelled = false
    }

    private let progress = Locked(Progress())

    func begin(_ request: URLRequest, answer: Answer) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // This timeout covers the whole call, even when the answer arrives slowly.
        configuration.timeoutIntervalForResource = request.timeoutInterval
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let task = session.dataTask(with: request)
        let isWanted = progress.withLock { progress in
            progress.answer = answer
            progress.task = task
            return !progress.isCancelled
        }
        guard isWanted else {
            session.invalidateAndCancel()
            return end(.failure(CancellationError()))
        }
        task.resume()
        // The session keeps this delegate until the task has ended.
        session.finishTasksAndInvalidate()
    }

    func cancel() {
        let task = progress.withLock { progress in
            progress.isCancelled = true
            return progress.task
        }
        task?.cancel()
        end(.failure(CancellationError()))
    }

    private func end(_ result: Result<ActivationHTTPResponse, any Error>) {
        let answer = progress.withLock { progress in
            defer { progress.answer = nil }
            return progress.answer
        }
        answer?.resume(with: result)
    }

    // MARK: - The session's delegate

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        progress.withLock { $0.response = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = progress.withLock { progress in
            guard progress.body.count + data.count <= URLSessionExchange.longestAnswer else { return true }
            progress.body += data
            return false
        }
        guard isTooLong else { return }
        dataTask.cancel()
        end(.failure(URLError(.dataLengthExceedsMaximum)))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (response, body) = progress.withLock { ($0.response, $0.body) }
        // A redirect that is not followed ends with its own answer; on Linux no delegate method reports it.
        guard error == nil, let answered = response ?? task.response as? HTTPURLResponse else {
            return end(.failure(error ?? URLError(.badServerResponse)))
        }
        let headers = answered.allHeaderFields.reduce(into: [String: String]()) { headers, field in
            if let name = field.key as? String { headers[name] = "\(field.value)" }
        }
        end(.success(ActivationHTTPResponse(status: answered.statusCode, headers: headers, body: body)))
    }
}
