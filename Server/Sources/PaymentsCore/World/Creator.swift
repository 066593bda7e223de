public import ChavePixModel

/// Who made an object, and so who may see it.
public struct Creator: Hashable, Sendable, Codable {
    public let apiKey: APIKeyID
    /// SHA-256 of the `Chave-Device` secret of the device that made it; `nil` when the merchant's server did.
    public let device: Digest?

    public init(apiKey: APIKeyID, device: Digest?) {
        self.apiKey = apiKey
        self.device = device
    }
}
