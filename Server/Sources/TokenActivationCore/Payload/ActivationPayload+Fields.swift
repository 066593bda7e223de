extension ActivationPayload {
    /// Every field with its name, in the order of the guide.
    var fields: [(name: String, value: String?)] {
        [
            ("panReferenceID", panReferenceID), ("tokenRequestorID", tokenRequestorID),
            ("tokenReferenceID", tokenReferenceID), ("walletAccountID", walletAccountID), ("deviceID", deviceID),
            ("deviceIndex", deviceIndex), ("reasonCode", reasonCode),
        ]
    }
}
