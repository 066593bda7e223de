public import ChaveBase
public import ChavePixModel

/// The creator of an object, which decides who may see the object.
public struct Creator: Hashable, Sendable, Codable {
    public let apiKey: APIKeyID
    /// SHA-256 of the `Chave-Device` secret of the device that made it; `nil` when the merchant's server did.
    public let device: Digest?

    /// The grant of the device's token (``Caller/grant``).
    public let grant: String?

    public init(apiKey: APIKeyID, device: Digest?, grant: String? = nil) {
        self.apiKey = apiKey
        self.device = device
        self.grant = grant
    }

    /// The kind of credentials that made the object, as responses and webhooks show it.
    public var type: CreatorType { device == nil ? .apiKey : .sdk }
}
