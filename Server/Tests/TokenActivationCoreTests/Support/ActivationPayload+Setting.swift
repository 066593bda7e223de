import TokenActivationCore

extension ActivationPayload {
    static let fieldNames = [
        "panReferenceID", "tokenRequestorID", "tokenReferenceID", "walletAccountID", "deviceID", "deviceIndex",
        "reasonCode",
    ]

    /// The same with another value in the field of that name.
    func setting(_ name: String, to value: String?) -> ActivationPayload {
        var payload = self
        switch name {
        case "panReferenceID": payload.panReferenceID = value
        case "tokenRequestorID": payload.tokenRequestorID = value
        case "tokenReferenceID": payload.tokenReferenceID = value
        case "walletAccountID": payload.walletAccountID = value
        case "deviceID": payload.deviceID = value
        case "deviceIndex": payload.deviceIndex = value
        default: payload.reasonCode = value
        }
        return payload
    }
}
