package import ChaveBase

/// The proxies whose header about a client's address the server trusts; the default is none.
///
/// A proxy overwrites or extends one header and lets others pass. The server therefore reads exactly one header, from
/// its end: the client wrote the entries further left.
public struct TrustedProxies: Sendable {
    private let networks: [IPNetwork]
    private let header: Header

    public enum Header: String, Sendable, CaseIterable {
        case xForwardedFor = "x-forwarded-for"
        /// RFC 7239.
        case forwarded
    }

    public static let none = TrustedProxies(networks: [], header: .xForwardedFor)

    /// Reads a list of addresses and networks; `nil` when an entry is neither an address nor a network such as
    /// `10.0.0.0/8`.
    public init?(_ list: [String], header: Header) {
        var networks: [IPNetwork] = []
        for text in list {
            guard let network = IPNetwork(text) else { return nil }
            networks.append(network)
        }
        self.init(networks: networks, header: header)
    }

    private init(networks: [IPNetwork], header: Header) {
        self.networks = networks
        self.header = header
    }

    /// Whether the server trusts no proxy.
    package var isEmpty: Bool { networks.isEmpty }

    /// The client's address; the peer's own address unless a trusted proxy names another one.
    package func client(peer: String?, headers: [(name: String, value: String)]) -> IPAddress? {
        guard let peer = peer.flatMap({ IPAddress($0)?.unmapped }) else { return nil }
        guard isTrusted(peer) else { return peer }
        for hop in hops(headers).reversed() {
            // A hidden or unreadable hop ends the search.
            guard let address = hop else { return peer }
            if !isTrusted(address) { return address }
        }
        return peer
    }

    /// The address that owns a connection; `nil` for a trusted proxy, which carries many clients over it.
    package func owner(ofConnectionFrom peer: String?) -> IPAddress? {
        peer.flatMap { IPAddress($0)?.unmapped }.flatMap { isTrusted($0) ? nil : $0 }
    }

    private func isTrusted(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    private func hops(_ headers: [(name: String, value: String)]) -> [IPAddress?] {
        headers.filter { $0.name == header.rawValue }.flatMap { field in
            field.value.split(separator: ",", omittingEmptySubsequences: false).map { element in
                switch header {
                case .xForwardedFor: TrustedProxies.address(element.trimmingSpaces())
                case .forwarded: TrustedProxies.forwardedFor(element)
                }
            }
        }
    }

    /// The address in the `for` parameter of one element.
    private static func forwardedFor(_ element: Substring) -> IPAddress? {
        for pair in element.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingSpaces().lowercased() == "for" else { continue }
            return address(parts[1].trimmingSpaces().trimmingQuotes())
        }
        return nil
    }

    /// Reads `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80` or `2001:db8::1`.
    private static func address(_ text: String) -> IPAddress? {
        if let plain = IPAddress(text) { return plain.unmapped }
        if text.first == "[", let end = text.firstIndex(of: "]") {
            return IPAddress(text[text.index(after: text.startIndex)..<end])?.unmapped
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].dropFirst().allSatisfy(\.isNumber) else {
            return nil
        }
        return IPAddress(text[..<colon])
    }
}

extension String {
    fileprivate func trimmingQuotes() -> String {
        utf8.count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : self
    }
}
