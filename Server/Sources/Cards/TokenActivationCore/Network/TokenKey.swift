/// One token among those of all networks.
public struct TokenKey: Hashable, Sendable {
    public let network: CardNetwork
    /// Unique at its network.
    public let id: String

    public init(network: CardNetwork, id: String) {
        self.network = network
        self.id = id
    }
}
