import TokenActivationCore

/// A card that the sandbox's issuer gives each of its holders.
struct CardProduct: Hashable, Sendable {
    let network: CardNetwork
    let name: String

    /// In the order in which they are issued.
    static let all = [
        CardProduct(network: .visa, name: "Cartão Aurora Ouro"),
        CardProduct(network: .mastercard, name: "Cartão Aurora Azul"),
    ]
}
