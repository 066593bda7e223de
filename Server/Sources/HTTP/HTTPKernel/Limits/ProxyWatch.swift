import ChaveBase
import Synchronization

/// Detects that requests come through a proxy that the settings do not name.
///
/// Behind such a proxy all clients have its address, and share one budget for wrong codes and requests.
final class ProxyWatch: Sendable {
    private static let headers: Set<String> = ["x-forwarded-for", "forwarded"]

    /// The log line for the first request that came through an unnamed proxy.
    static let warning =
        "requests come through a proxy that nobody named: to sign-in all clients are one. Set --trusted-proxy "
        + "(CHAVE_TRUSTED_PROXY) to the proxy's address"

    private let hasWarned = Mutex(false)

    /// Whether this is the first request with signs of a proxy: a local or private peer address and a proxy's header.
    ///
    /// Anybody can send the header. From an address on the internet it is no sign of this server's own proxy.
    func isFirst(peer: String?, headers: [(name: String, value: String)]) -> Bool {
        guard let peer = peer.flatMap({ IPAddress($0) }), peer.isLoopback || peer.isPrivate else { return false }
        guard headers.contains(where: { ProxyWatch.headers.contains($0.name) }) else { return false }
        return hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
    }
}

extension IPAddress {
    /// Whether the address is in a network that the internet does not route (RFC 1918, RFC 4193, RFC 6598), or
    /// link-local.
    fileprivate var isPrivate: Bool { IPNetwork.privateNetworks.contains { $0.contains(self) } }
}

extension IPNetwork {
    fileprivate static let privateNetworks: [IPNetwork] = [
        .literal("10.0.0.0/8"), .literal("100.64.0.0/10"), .literal("169.254.0.0/16"), .literal("172.16.0.0/12"),
        .literal("192.168.0.0/16"), .literal("fc00::/7"), .literal("fe80::/10"),
    ]
}
