extension IPAddress {
    /// This machine by itself: `127.0.0.0/8` and `::1`, also written as an IPv4 address inside an IPv6 one.
    public var isLoopback: Bool {
        switch self {
        case .v4(let bytes): bytes[0] == 127
        case .v6(let bytes): bytes == Array(repeating: 0, count: 15) + [1] || (mappedV4?.isLoopback ?? false)
        }
    }

    /// Whether a webhook may go there: one machine somewhere in the public internet.
    ///
    /// Everything that the IANA registries of special-purpose addresses (RFC 6890) list is refused, and every form in
    /// which an IPv6 address carries an IPv4 one, whatever that one is: a translator on the way would dial it.
    public var isPublic: Bool {
        switch self {
        case .v4(let bytes): !IPAddress.specialV4.contains { $0.contains(bytes) }
        // Only 2000::/3 is given out for machines; what is carved out of it follows.
        case .v6(let bytes): bytes[0] & 0xE0 == 0x20 && !IPAddress.specialV6.contains { $0.contains(bytes) }
        }
    }

    private var mappedV4: IPAddress? {
        guard case .v6(let bytes) = self, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF
        else { return nil }
        return .v4(Array(bytes[12...]))
    }

    /// A network: the first `length` bits of `bytes`.
    fileprivate struct Network {
        let bytes: [UInt8]
        let length: Int

        func contains(_ address: [UInt8]) -> Bool {
            for bit in 0..<length {
                let mask = UInt8(0x80) >> UInt8(bit % 8)
                if (address[bit / 8] ^ bytes[bit / 8]) & mask != 0 { return false }
            }
            return true
        }
    }

    fileprivate static let specialV4: [Network] = [
        Network(bytes: [0, 0, 0, 0], length: 8),  // this network
        Network(bytes: [10, 0, 0, 0], length: 8),  // private
        Network(bytes: [100, 64, 0, 0], length: 10),  // shared by carriers
        Network(bytes: [127, 0, 0, 0], length: 8),  // loopback
        Network(bytes: [169, 254, 0, 0], length: 16),  // link-local, and the metadata of clouds
        Network(bytes: [172, 16, 0, 0], length: 12),  // private
        Network(bytes: [192, 0, 0, 0], length: 24),  // protocol assignments
        Network(bytes: [192, 0, 2, 0], length: 24),  // documentation
        Network(bytes: [192, 31, 196, 0], length: 24),  // AS112
        Network(bytes: [192, 52, 193, 0], length: 24),  // AMT
        Network(bytes: [192, 88, 99, 0], length: 24),  // 6to4 relays
        Network(bytes: [192, 168, 0, 0], length: 16),  // private
        Network(bytes: [192, 175, 48, 0], length: 24),  // AS112
        Network(bytes: [198, 18, 0, 0], length: 15),  // benchmarks
        Network(bytes: [198, 51, 100, 0], length: 24),  // documentation
        Network(bytes: [203, 0, 113, 0], length: 24),  // documentation
        Network(bytes: [224, 0, 0, 0], length: 4),  // multicast
        Network(bytes: [240, 0, 0, 0], length: 4),  // reserved, and broadcast
    ]

    /// Inside 2000::/3; NAT64, mapped, unique-local, link-local, site-local and multicast ones lie outside it.
    fileprivate static let specialV6: [Network] = [
        Network(v6: [0x20, 0x01, 0x00], length: 23),  // protocol assignments: Teredo, benchmarks, ORCHID
        Network(v6: [0x20, 0x01, 0x0D, 0xB8], length: 32),  // documentation
        Network(v6: [0x20, 0x02], length: 16),  // 6to4
        Network(v6: [0x26, 0x20, 0x00, 0x4F, 0x80, 0x00], length: 48),  // AS112
        Network(v6: [0x3F, 0xFE], length: 16),  // the old test network
        Network(v6: [0x3F, 0xFF], length: 20),  // documentation
    ]
}

extension IPAddress.Network {
    fileprivate init(v6 start: [UInt8], length: Int) {
        self.init(bytes: start + Array(repeating: 0, count: 16 - start.count), length: length)
    }
}
