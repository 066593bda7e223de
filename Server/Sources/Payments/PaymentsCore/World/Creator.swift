public import ChaveBase
public import ChavePixModel

/// Who made an object, and so who may see it.
public struct Creator: Hashable, Sendable, Codable {
    public let apiKey: APIKeyID
    /// SHA-256 of the `Chave-Device` secret of the device that made it; `nil` when the merchant's server did.
    public let device: Digest?

    /// What the device's token stood for (``Caller/grant``).
    public let grant: String?

    public init(apiKey: APIKeyID, device: Digest?, grant: String? = nil) {
        self.apiKey = apiKey
        self.device = device
        self.grant = grant
    }

    /// Whose credentials made it, as answers and webhooks say it.
    public var type: CreatorType { device == nil ? .apiKey : .sdk }
}
