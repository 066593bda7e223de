/// What an endpoint and this server share, and sign deliveries with (Standard Webhooks 1.0, "Symmetric").
public struct WebhookSecret: Hashable, Sendable {
    /// 24 to 64 bytes; new ones have 32.
    public let bytes: [UInt8]

    public init?(bytes: [UInt8]) {
        guard (24...64).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }
}
