import Dispatch
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP over Foundation's `URLSession`: ephemeral, no cookies, no cache, no redirects, responses of limited size.
///
/// A response with a too large announced length is refused at once. Of any other response the transport stores no more
/// than the limit, before and after decompression, however fast the server sends. A timeout or a cancellation of the
/// task ends the call for its caller at once. On Linux one thing is not limited by size: URLSession there reads the
/// body of a redirect itself, and only the call's timeout ends that.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: SessionExchanges

    /// Creates a transport with its own session.
    ///
    /// - Parameter longestResponse: in bytes; a longer response is cut off and refused.
    public init(longestResponse: Int = 8 * 1024 * 1024) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        // The server holds waiting requests open; they must not use up the connections that other calls need.
        configuration.httpMaximumConnectionsPerHost = 16
        exchanges = SessionExchanges(longestResponse: longestResponse)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: DelegateQueue.make())
        exchanges.adopt(ReadingQueue.find(in: session))
    }

    deinit {
        // Invalidating waits for the session's work, and that work may be waiting for the thread of this `deinit`.
        DispatchQueue.global().async { [session] in session.invalidateAndCancel() }
    }

    public func invalidate() { exchanges.invalidate() }

    /// Sends the request; follows no redirect, stores nothing, and cuts off an endless response.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled, mayHaveReachedServer: false) }
        guard let foundationRequest = URLRequest(request) else {
            throw TransportError(.other, mayHaveReachedServer: false)
        }
        let id = exchanges.nextID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The closure holds this transport, so that the session stays open while a task can still be created.
                exchanges.begin(id, timeoutMilliseconds: request.timeoutMilliseconds, answer: continuation) {
                    self.session.dataTask(with: foundationRequest)
                }
            }
        } onCancel: {
            exchanges.end(id, because: .cancelled)
        }
        return try result.get()
    }
}

extension URLRequest {
    fileprivate init?(_ request: HTTPRequest) {
        guard let url = URL(string: request.url) else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpBody = request.body.map { Data($0) }
        httpShouldHandleCookies = false
        // `SessionExchanges` times the whole call; this timeout only must not fire first.
        timeoutInterval = Double(SessionExchanges.timeouts.nearest(to: request.timeoutMilliseconds)) / 1_000 + 5
        for (name, value) in request.headers.all { setValue(value, forHTTPHeaderField: name) }
    }
}
