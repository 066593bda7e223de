extension ActivationPayload {
    /// The seven fields by the names that they have in JSON, in the order of the guide.
    public static var members: [(name: String, place: WritableKeyPath<ActivationPayload, String?>)] {
        [
            ("panReferenceID", \.panReferenceID), ("tokenRequestorID", \.tokenRequestorID),
            ("tokenReferenceID", \.tokenReferenceID), ("walletAccountID", \.walletAccountID), ("deviceID", \.deviceID),
            ("deviceIndex", \.deviceIndex), ("reasonCode", \.reasonCode),
        ]
    }

    /// Every field with what it says.
    var fields: [(name: String, value: String?)] {
        ActivationPayload.members.map { (name: $0.name, value: self[keyPath: $0.place]) }
    }
}
