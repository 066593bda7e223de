package import ChaveBase

/// Whose word on a client's address is taken: nobody's, unless they are listed.
///
/// A proxy overwrites or extends one header and lets others through, so exactly one is read, and from its end: what
/// stands further left was written by the client.
public struct TrustedProxies: Sendable {
    private let networks: [IPNetwork]
    private let header: Header

    public enum Header: String, Sendable, CaseIterable {
        case xForwardedFor = "x-forwarded-for"
        /// RFC 7239.
        case forwarded
    }

    public static let none = TrustedProxies(networks: [], header: .xForwardedFor)

    /// `nil` when one of `list` is neither an address nor a network such as `10.0.0.0/8`.
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

    /// Whether nobody's word is taken.
    package var isEmpty: Bool { networks.isEmpty }

    /// The client's address; the peer's own where nobody trusted says another.
    package func client(peer: String?, headers: [(name: String, value: String)]) -> IPAddress? {
        guard let peer = peer.flatMap({ IPAddress($0)?.unmapped }) else { return nil }
        guard isTrusted(peer) else { return peer }
        for hop in hops(headers).reversed() {
            // A hop that is hidden or cannot be read ends what is known.
            guard let address = hop else { return peer }
            if !isTrusted(address) { return address }
        }
        return peer
    }

    /// Whose connection it is; nobody's where a trusted proxy carries many clients over it.
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

    /// The `for` of one element.
    private static func forwardedFor(_ element: Substring) -> IPAddress? {
        for pair in element.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingSpaces().lowercased() == "for" else { continue }
            return address(parts[1].trimmingSpaces().trimmingQuotes())
        }
        return nil
    }

    /// `192.0.2.1`, `192.0.2.1:80`, `[2001:db8::1]:80` or `2001:db8::1`.
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
