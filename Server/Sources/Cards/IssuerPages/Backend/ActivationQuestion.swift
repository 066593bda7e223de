import ChaveWire

/// The question to the holder, as the BFF describes it before the activation.
struct ActivationQuestion: Hashable, Sendable {
    let cardName: String
    let lastFour: String
    let walletName: String
    /// The device's name; `nil` when the wallet gave none.
    let deviceName: String?
    /// The token's state in the network's terms.
    let state: String

    init?(_ json: JSONValue) {
        guard let cardName = json["cardName"]?.string, let lastFour = json["lastFour"]?.string,
            let walletName = json["walletName"]?.string, let state = json["state"]?.string
        else { return nil }
        self.cardName = cardName
        self.lastFour = lastFour
        self.walletName = walletName
        self.state = state
        deviceName = json["deviceName"]?.string
    }

    /// Whether nothing is left to do.
    var isActive: Bool { state == "ACTIVE" }
}
