import Dispatch
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP over Foundation's `URLSession`: ephemeral, no cookies, no cache, no redirects, answers bounded.
///
/// An answer that says that it is too long is refused at once; of one that does not, no more is kept than the bound allows,
/// before and after decompression, however fast the server sends. A call that is ended, by its time-out or its task, ends
/// for its caller at once. One thing is out of reach on Linux: the body of a redirect, which URLSession there keeps to
/// itself, is bounded by the call's time-out only.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: SessionExchanges

    /// - Parameter longestResponse: in bytes; a longer answer is cut off and refused.
    public init(longestResponse: Int = 8 * 1024 * 1024) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        // Waits are held open by the server; they must not fill the connections that other calls need.
        configuration.httpMaximumConnectionsPerHost = 16
        exchanges = SessionExchanges(longestResponse: longestResponse)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: DelegateQueue.make())
        exchanges.adopt(ReadingQueue.find(in: session))
    }

    deinit {
        // It waits for the session's work, and who lets go last may be what that work waits for.
        DispatchQueue.global().async { [session] in session.invalidateAndCancel() }
    }

    public func invalidate() { exchanges.invalidate() }

    /// Follows no redirect and keeps nothing; an endless answer is cut off.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled, mayHaveReachedServer: false) }
        guard let foundationRequest = URLRequest(request) else {
            throw TransportError(.other, mayHaveReachedServer: false)
        }
        let id = exchanges.nextID()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // It holds this transport, so that the session is open for as long as a task of it may be made.
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
        // The whole call is timed by `SessionExchanges`; this one only must not fire first.
        timeoutInterval = Double(SessionExchanges.timeouts.nearest(to: request.timeoutMilliseconds)) / 1_000 + 5
        for (name, value) in request.headers.all { setValue(value, forHTTPHeaderField: name) }
    }
}
