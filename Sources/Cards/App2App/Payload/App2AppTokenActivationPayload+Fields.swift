import ChaveBase

extension App2AppTokenActivationPayload {
    /// The seven fields by the names that they have in JSON.
    static var fields: [(name: String, place: WritableKeyPath<App2AppTokenActivationPayload, String?>)] {
        [
            ("panReferenceID", \.panReferenceID),
            ("tokenRequestorID", \.tokenRequestorID),
            ("tokenReferenceID", \.tokenReferenceID),
            ("walletAccountID", \.walletAccountID),
            ("deviceID", \.deviceID),
            ("deviceIndex", \.deviceIndex),
            ("reasonCode", \.reasonCode),
        ]
    }

    /// The seven by their names in JSON, in the order in which they are documented; `nil` for what the wallet did not say.
    public var texts: [(name: String, text: String?)] {
        App2AppTokenActivationPayload.fields.map { (name: $0.name, text: self[keyPath: $0.place]) }
    }

    /// Which of a token's devices it is, as networks' interfaces want it; `nil` where it is no such number.
    public var deviceIndexNumber: Int? {
        guard let deviceIndex, deviceIndex.utf8.allSatisfy(isDigit) else { return nil }
        return Int(deviceIndex)
    }

    /// Whether it says enough to be sent to the backend: the token, and the card or the wallet that it belongs to.
    public var namesToken: Bool {
        guard App2AppTokenActivationPayload.isSaid(tokenReferenceID) else { return false }
        return [panReferenceID, tokenRequestorID].contains { App2AppTokenActivationPayload.isSaid($0) }
    }

    private static func isSaid(_ text: String?) -> Bool { !(text ?? "").isEmpty }
}
