import ChaveBase
package import ChavePixModel

/// The names that a request may use for this server in `Host`.
///
/// A page of another site can make its own name resolve to this server (DNS rebinding). The browser then sends that
/// name as `Host`, and the server refuses it. An IP address cannot be redirected, so every address is accepted. The
/// names of the machine itself (`localhost`) are accepted too.
public struct ServerNames: Sendable {
    private let names: Set<Substring>
    private let baseURL: String

    /// - Parameters:
    ///   - baseURL: the server's public address.
    ///   - others: the server's other names: the name that it listens on, and the names that proxies and watchers use.
    public init(baseURL: String, others: [String] = []) {
        self.baseURL = baseURL
        names = Set(([SiteName(url: baseURL)] + others.map { SiteName($0) }).map(\.bareHost))
    }

    package func includes(_ request: ServerRequest) -> Bool { includes(request.header("host")) }

    /// Whether the server answers a request with that `Host` header; an HTTP/1.0 request may leave it out.
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
