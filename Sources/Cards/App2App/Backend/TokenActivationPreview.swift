/// The data that the app shows to the holder before they agree.
///
/// A stranger's token on the holder's own card passes every check of the backend. Only the holder knows whether they
/// have just added the card. The app therefore shows all of it: wallet, device and the card's last digits.
public struct TokenActivationPreview: Hashable, Sendable {
    /// The issuer's name for the card.
    public var cardName: String
    /// The last four digits of the card.
    public var lastFour: String
    /// The card network, as the backend names it.
    public var network: String
    /// The wallet that asks, as the backend knows it.
    public var walletName: String
    /// The wallet's device, as the network knows it; `nil` when the wallet gave no name.
    public var deviceName: String?

    /// Creates a preview from the backend's data about card and wallet, to be shown before the holder agrees.
    public init(cardName: String, lastFour: String, network: String, walletName: String, deviceName: String?) {
        self.cardName = cardName
        self.lastFour = lastFour
        self.network = network
        self.walletName = walletName
        self.deviceName = deviceName
    }
}
