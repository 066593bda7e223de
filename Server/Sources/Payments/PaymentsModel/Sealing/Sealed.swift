public import ChaveBase

/// A field that only the holder of the customer's data key can read: AES-256-GCM, nonce, ciphertext and tag in one.
public struct Sealed: Hashable, Sendable, Codable {
    public let box: Octets

    public init(box: [UInt8]) { self.box = Octets(box) }

    public init(from decoder: any Decoder) throws { box = try Octets(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try box.encode(to: encoder) }
}
