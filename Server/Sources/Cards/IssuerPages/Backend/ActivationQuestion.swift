import ChaveWire

/// What a holder is asked about, as the BFF tells it before anything is done.
struct ActivationQuestion: Hashable, Sendable {
    let cardName: String
    let lastFour: String
    let walletName: String
    /// `nil` where the wallet said nothing.
    let deviceName: String?
    /// As the network calls the token's state.
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

    /// Nothing is left to be done.
    var isActive: Bool { state == "ACTIVE" }
}
