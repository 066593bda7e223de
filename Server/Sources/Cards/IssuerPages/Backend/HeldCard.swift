import ChaveWire

/// One of a holder's cards with its tokens, as the BFF lists them.
struct HeldCard: Hashable, Sendable {
    struct Token: Hashable, Sendable {
        let reference: String
        let walletName: String
        let deviceName: String?
        let state: String
        /// The id of the token's activation; `nil` when there is none by which the token could be suspended.
        let activation: String?

        init?(_ json: JSONValue) {
            guard let reference = json["tokenReferenceID"]?.string, let state = json["state"]?.string,
                let walletName = json["walletName"]?.string
            else { return nil }
            self.reference = reference
            self.state = state
            self.walletName = walletName
            deviceName = json["deviceName"]?.string
            activation = json["activationID"]?.string
        }
    }

    let name: String
    let network: String
    let lastFour: String
    let isBlocked: Bool
    let tokens: [Token]

    init?(_ json: JSONValue) {
        guard let name = json["name"]?.string, let network = json["network"]?.string,
            let lastFour = json["lastFour"]?.string, let isBlocked = json["isBlocked"]?.bool,
            let tokens = json["tokens"]?.array?.map(Token.init), !tokens.contains(nil)
        else { return nil }
        self.name = name
        self.network = network
        self.lastFour = lastFour
        self.isBlocked = isBlocked
        self.tokens = tokens.compactMap(\.self)
    }
}
