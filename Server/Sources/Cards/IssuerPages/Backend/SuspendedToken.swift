import ChaveWire

/// What the holder has suspended, as the BFF tells it.
struct SuspendedToken: Hashable, Sendable {
    let lastFour: String
    /// `nil` where it is not known any more.
    let walletName: String?

    /// `nil` where the answer does not say that it is suspended.
    init?(_ json: JSONValue) {
        guard json["tokenState"]?.string == "SUSPENDED", let lastFour = json["lastFour"]?.string else { return nil }
        self.lastFour = lastFour
        walletName = json["walletName"]?.string
    }
}
