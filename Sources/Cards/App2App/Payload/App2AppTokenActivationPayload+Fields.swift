import ChaveBase

extension App2AppTokenActivationPayload {
    /// The seven fields by their names in JSON.
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

    /// The seven fields by their names in JSON, in the documented order; `nil` for a missing field.
    public var texts: [(name: String, text: String?)] {
        App2AppTokenActivationPayload.fields.map { (name: $0.name, text: self[keyPath: $0.place]) }
    }

    /// The index of the token's device as a number, for networks' interfaces; `nil` when the field is not such a
    /// number.
    public var deviceIndexNumber: Int? {
        guard let deviceIndex, deviceIndex.utf8.allSatisfy(isDigit) else { return nil }
        return Int(deviceIndex)
    }

    /// Whether the payload names enough for the backend: the token, and the card or the wallet that it belongs to.
    public var namesToken: Bool {
        guard App2AppTokenActivationPayload.isSaid(tokenReferenceID) else { return false }
        return [panReferenceID, tokenRequestorID].contains { App2AppTokenActivationPayload.isSaid($0) }
    }

    private static func isSaid(_ text: String?) -> Bool { !(text ?? "").isEmpty }
}
