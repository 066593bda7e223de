import ChaveBase
package import ChavePixModel

/// The names that requests may call this server by.
///
/// A page of another site may make its own name lead here (DNS rebinding); the browser then sends that name as `Host`, and
/// is refused. An address is no name that can be made to lead anywhere, so all of them are taken, and so are the names of
/// the machine itself.
public struct ServerNames: Sendable {
    private let names: Set<Substring>
    private let baseURL: String

    /// - Parameters:
    ///   - baseURL: the server's public address.
    ///   - others: what else it is called: the name that it listens on, those that proxies and watchers use.
    public init(baseURL: String, others: [String] = []) {
        self.baseURL = baseURL
        names = Set(([SiteName(url: baseURL)] + others.map { SiteName($0) }).map(\.bareHost))
    }

    package func includes(_ request: ServerRequest) -> Bool { includes(request.header("host")) }

    /// Whether a request with that header may be answered; HTTP/1.0 need not say whom it calls.
    package func includes(_ header: String?) -> Bool {
        guard let header else { return true }
        let host = SiteName(header).bareHost
        return host == "localhost" || host.hasSuffix(".localhost") || names.contains(host) || IPAddress(host) != nil
    }

    package var refusal: APIFailure {
        let message =
            "This server is \(baseURL), and does not go by the name in Host. Ask for that address; an operator whose proxy "
            + "or watcher uses another name gives it with --host-names."
        return APIFailure(status: 421, items: [.init(code: .invalid, message: message)])
    }
}
