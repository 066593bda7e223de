/// A wallet whose tokens the issuer accepts.
public struct WalletRequestor: Hashable, Sendable {
    /// The network's id of the token requestor, 11 digits.
    public let id: String
    public let network: CardNetwork
    /// The wallet's name for holders.
    public let name: String

    public init(id: String, network: CardNetwork, name: String) {
        self.id = id
        self.network = network
        self.name = name
    }
}
