public import ChaveBase

extension IPAddress {
    /// Whether a webhook may go to this address: a single machine in the public internet.
    ///
    /// Every address in the IANA registries of special-purpose addresses (RFC 6890) is refused. Every IPv6 form that
    /// carries an IPv4 address is refused too, whatever that address is: a translator on the way would dial it.
    public var isPublic: Bool {
        switch self {
        case .v4: !IPNetwork.specialV4.contains { $0.contains(self) }
        // Only 2000::/3 is assigned to machines; the exceptions inside it follow.
        case .v6(let high, _): high >> 61 == 0b001 && !IPNetwork.specialV6.contains { $0.contains(self) }
        }
    }
}

extension IPNetwork {
    fileprivate static let specialV4: [IPNetwork] = [
        .literal("0.0.0.0/8"),  // this network
        .literal("10.0.0.0/8"),  // private
        .literal("100.64.0.0/10"),  // shared by carriers
        .literal("127.0.0.0/8"),  // loopback
        .literal("169.254.0.0/16"),  // link-local, and the metadata of clouds
        .literal("172.16.0.0/12"),  // private
        .literal("192.0.0.0/24"),  // protocol assignments
        .literal("192.0.2.0/24"),  // documentation
        .literal("192.31.196.0/24"),  // AS112
        .literal("192.52.193.0/24"),  // AMT
        .literal("192.88.99.0/24"),  // 6to4 relays
        .literal("192.168.0.0/16"),  // private
        .literal("192.175.48.0/24"),  // AS112
        .literal("198.18.0.0/15"),  // benchmarks
        .literal("198.51.100.0/24"),  // documentation
        .literal("203.0.113.0/24"),  // documentation
        .literal("224.0.0.0/4"),  // multicast
        .literal("240.0.0.0/4"),  // reserved, and broadcast
    ]

    /// The special networks inside 2000::/3; NAT64, mapped, unique-local, link-local, site-local and multicast lie
    /// outside it.
    fileprivate static let specialV6: [IPNetwork] = [
        .literal("2001::/23"),  // protocol assignments: Teredo, benchmarks, ORCHID
        .literal("2001:db8::/32"),  // documentation
        .literal("2002::/16"),  // 6to4
        .literal("2620:4f:8000::/48"),  // AS112
        .literal("3ffe::/16"),  // the old test network
        .literal("3fff::/20"),  // documentation
    ]
}
