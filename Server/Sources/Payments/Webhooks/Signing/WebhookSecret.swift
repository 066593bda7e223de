import ChaveBase

/// The secret that an endpoint and this server share to sign deliveries (Standard Webhooks 1.0, "Symmetric").
///
/// Its description shows nothing; its owner sees ``text`` once.
public struct WebhookSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// 24 to 64 bytes; new ones have 32.
    public let bytes: [UInt8]

    static let prefix = "whsec_"

    public init?(bytes: [UInt8]) {
        guard (24...64).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Reads `whsec_…` with or without its padding, and the same without the prefix.
    public init?(text: String) {
        let encoded = text.hasPrefix(WebhookSecret.prefix) ? text.dropFirst(WebhookSecret.prefix.count) : text[...]
        guard let bytes = Base64.decode(encoded, padding: .optional) else { return nil }
        self.init(bytes: bytes)
    }

    /// A new secret of 32 bytes.
    public static func make(randomBytes: (Int) -> [UInt8]) -> WebhookSecret {
        let bytes = randomBytes(32)
        precondition(bytes.count == 32, "the world gives as many random bytes as it is asked for")
        return WebhookSecret(unchecked: bytes)
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// The form for the receiver: `whsec_` and the bytes as base64.
    public var text: String { WebhookSecret.prefix + Base64.encode(bytes) }

    public var description: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
