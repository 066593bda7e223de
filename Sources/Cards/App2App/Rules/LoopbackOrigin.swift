/// An origin on this machine, for development and sandboxes: `http://localhost:PORT` and its two numeric forms.
///
/// Only this type allows http and a port in a link. No preset has one, and only loopback addresses can become one. A
/// mistake can therefore not widen the rules for production.
public struct LoopbackOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The host and port, as an address has them.
    let authority: String

    /// Reads an origin.
    ///
    /// - Parameter text: scheme, host and port, with nothing after them: `http://localhost:8080`.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "http:", parts[1].isEmpty else { return nil }
        let hosts = ["localhost:", "127.0.0.1:", "[::1]:"]
        guard let host = hosts.first(where: { parts[2].hasPrefix($0) }) else { return nil }
        let port = parts[2].dropFirst(host.count)
        guard let number = UInt16(port), number > 0, String(number) == port else { return nil }
        authority = String(parts[2])
    }

    public var description: String { "http://\(authority)" }
}
