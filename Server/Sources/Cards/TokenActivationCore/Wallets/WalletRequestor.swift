/// A wallet from which the issuer takes tokens.
public struct WalletRequestor: Hashable, Sendable {
    /// The network's id of the token requestor, 11 digits.
    public let id: String
    public let network: CardNetwork
    /// As the holder knows it.
    public let name: String

    public init(id: String, network: CardNetwork, name: String) {
        self.id = id
        self.network = network
        self.name = name
    }
}
