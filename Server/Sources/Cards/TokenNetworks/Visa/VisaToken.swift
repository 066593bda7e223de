import TokenActivationCore

/// A token in a response of a network like Visa's.
///
///     {"tokenReferenceID", "tokenRequestorID", "panReferenceID", "walletAccountID"?, "tokenStatus",
///      "deviceInfo": {"deviceID", "deviceIndex"?, "deviceName"?}, "stepUpRequestedAt"?}
enum VisaToken {
    static func read(_ answer: AnswerReader) throws(TokenServiceFault) -> NetworkToken {
        let device = try answer.object("deviceInfo")
        return NetworkToken(
            id: try answer.name("tokenReferenceID"),
            network: .visa,
            requestorID: try answer.name("tokenRequestorID"),
            panReferenceID: try answer.name("panReferenceID"),
            walletAccountID: try answer.optionalName("walletAccountID"),
            deviceID: try device.name("deviceID"),
            deviceIndex: try device.optionalInteger("deviceIndex"),
            deviceName: try device.optionalText("deviceName"),
            state: try answer.state("tokenStatus"),
            stepUpOpenedAt: try answer.optionalTime("stepUpRequestedAt")
        )
    }
}
