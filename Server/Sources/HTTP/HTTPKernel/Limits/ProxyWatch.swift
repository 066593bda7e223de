import ChaveBase
import Synchronization

/// Notices that requests come through a proxy that nobody named.
///
/// Behind one all clients have its address, and share one budget for wrong codes and requests.
final class ProxyWatch: Sendable {
    private static let headers: Set<String> = ["x-forwarded-for", "forwarded"]

    /// The line that the log gets at the first request that came through a proxy.
    static let warning =
        "requests come through a proxy that nobody named: to sign-in all clients are one. Set --trusted-proxy "
        + "(CHAVE_TRUSTED_PROXY) to the proxy's address"

    private let hasWarned = Mutex(false)

    /// Whether this is the first request that looks like it: from this machine or a private network, with a proxy's header.
    ///
    /// Anybody can send the header; from an address of the internet it says nothing of a proxy of ours.
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
    /// Whether it is of a network that the internet does not route (RFC 1918, RFC 4193, RFC 6598), or of this link alone.
    fileprivate var isPrivate: Bool { IPNetwork.privateNetworks.contains { $0.contains(self) } }
}

extension IPNetwork {
    fileprivate static let privateNetworks: [IPNetwork] = [
        .literal("10.0.0.0/8"), .literal("100.64.0.0/10"), .literal("169.254.0.0/16"), .literal("172.16.0.0/12"),
        .literal("192.168.0.0/16"), .literal("fc00::/7"), .literal("fe80::/10"),
    ]
}
