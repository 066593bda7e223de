import ChaveWire

/// The stored form of a secret before it is sealed.
///
///     { 1: name, 2: bytes }
struct StoredSecret {
    static let maximumSize = 512 * 1024

    let name: String
    let bytes: [UInt8]

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Decodes a secret; `nil` unless the bytes are one secret and nothing else.
    init?(decoding bytes: [UInt8]) {
        guard let item = try? CBORValue(decoding: bytes), item.map?.count == 2, let name = item[1]?.text,
            let content = item[2]?.bytes
        else { return nil }
        self.init(name: name, bytes: content)
    }

    func encoded() -> [UInt8] {
        CBORValue.map([
            CBORMember(key: .unsigned(1), value: .text(name)), CBORMember(key: .unsigned(2), value: .bytes(bytes)),
        ]).encoded()
    }
}
