/// What a wallet says of the token that it wants active, as the issuer's app passes it on; nothing in it is proven.
public struct ActivationPayload: Hashable, Sendable {
    public var panReferenceID: String?
    public var tokenRequestorID: String?
    public var tokenReferenceID: String?
    public var walletAccountID: String?
    public var deviceID: String?
    public var deviceIndex: String?
    public var reasonCode: String?

    public init(
        panReferenceID: String? = nil,
        tokenRequestorID: String? = nil,
        tokenReferenceID: String? = nil,
        walletAccountID: String? = nil,
        deviceID: String? = nil,
        deviceIndex: String? = nil,
        reasonCode: String? = nil
    ) {
        self.panReferenceID = panReferenceID
        self.tokenRequestorID = tokenRequestorID
        self.tokenReferenceID = tokenReferenceID
        self.walletAccountID = walletAccountID
        self.deviceID = deviceID
        self.deviceIndex = deviceIndex
        self.reasonCode = reasonCode
    }
}
