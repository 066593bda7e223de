public import TokenActivationCore

/// The wallets that the sandbox's networks know and its issuer takes tokens from; no wallet of the world has these
/// numbers.
public enum SandboxWallets {
    public static let all: [WalletRequestor] = [
        WalletRequestor(id: "40099000017", network: .visa, name: "Carteira Jacarandá"),
        WalletRequestor(id: "50099000025", network: .mastercard, name: "Carteira Jacarandá"),
    ]

    /// Why the wallet sends its holder to the issuer's app; it has no meaning that others know.
    static let reasonCode = "01"

    static func requestor(at network: CardNetwork) -> WalletRequestor? { all.first { $0.network == network } }
}
