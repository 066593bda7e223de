/// What an issuer asks a network to do with a token.
public struct TokenOrder: Hashable, Sendable {
    /// The issuer's own id of the operation; the same one again is the same operation.
    public var operationID: String
    public var token: TokenReference
    public var deviceID: String
    public var deviceIndex: Int64?

    public init(operationID: String, token: TokenReference, deviceID: String, deviceIndex: Int64?) {
        self.operationID = operationID
        self.token = token
        self.deviceID = deviceID
        self.deviceIndex = deviceIndex
    }
}
