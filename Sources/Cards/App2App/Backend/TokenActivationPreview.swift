/// What the holder is shown before they say yes.
///
/// A stranger's token on the holder's own card passes every check of the backend; only the holder knows whether it was
/// they who have just added the card. So all of it belongs on the screen: wallet, device and the card's last digits.
public struct TokenActivationPreview: Hashable, Sendable {
    /// What the issuer calls the card.
    public var cardName: String
    /// Four digits.
    public var lastFour: String
    /// The card network, as the backend names it.
    public var network: String
    /// The wallet that asks, as the backend knows it.
    public var walletName: String
    /// The wallet's device, as the network knows it; `nil` where the wallet gave it no name.
    public var deviceName: String?

    /// What the backend says of card and wallet, to be shown before the holder agrees.
    public init(cardName: String, lastFour: String, network: String, walletName: String, deviceName: String?) {
        self.cardName = cardName
        self.lastFour = lastFour
        self.network = network
        self.walletName = walletName
        self.deviceName = deviceName
    }
}
