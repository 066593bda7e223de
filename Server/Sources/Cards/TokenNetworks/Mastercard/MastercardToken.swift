import TokenActivationCore

/// A token in a response of a network like Mastercard's, which does not count devices.
///
///     {"TokenUniqueReference", "TokenRequestorId", "PanUniqueReference", "WalletAccountId"?, "PaymentAppInstanceId",
///      "DeviceName"?, "TokenStatus", "ActivationRequestedDateTime"?}
enum MastercardToken {
    static func read(_ answer: AnswerReader) throws(TokenServiceFault) -> NetworkToken {
        NetworkToken(
            id: try answer.name("TokenUniqueReference"),
            network: .mastercard,
            requestorID: try answer.name("TokenRequestorId"),
            panReferenceID: try answer.name("PanUniqueReference"),
            walletAccountID: try answer.optionalName("WalletAccountId"),
            deviceID: try answer.name("PaymentAppInstanceId"),
            deviceIndex: nil,
            deviceName: try answer.optionalText("DeviceName"),
            state: try answer.state("TokenStatus"),
            stepUpOpenedAt: try answer.optionalTime("ActivationRequestedDateTime")
        )
    }
}
