/// Stored bytes, written as base64url text.
public struct Octets: Hashable, Sendable, Codable {
    /// The bytes, in their order.
    public var bytes: [UInt8]

    /// Creates a value from any number of bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        bytes = try Base64URL.decode(text)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Base64URL.encode(bytes))
    }
}
