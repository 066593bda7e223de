/// An origin on this very machine, for development and sandboxes: `http://localhost:PORT` and its two numeric forms.
///
/// It is the only way to let http and a port into a link. No preset has one, and nothing but the loopback can be made
/// into one, so that rules for production cannot be widened by mistake.
public struct LoopbackOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Host and port, as they stand in an address.
    let authority: String

    /// - Parameter text: scheme, host and port, nothing behind it: `http://localhost:8080`.
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
