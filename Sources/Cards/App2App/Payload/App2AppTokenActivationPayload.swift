/// A wallet's statements about the token that it wants to activate.
///
/// There are seven texts, and each may be missing. Nothing in the payload is proven, because every link comes from
/// outside. Keep it in memory only: not in logs, and not in an app's saved state. Neither the description nor the
/// mirror shows the content.
public struct App2AppTokenActivationPayload: Hashable, Sendable {
    /// The network's name for the card's number.
    public var panReferenceID: String?
    /// The wallet's number at the network, 11 digits.
    public var tokenRequestorID: String?
    /// The network's name for the token.
    public var tokenReferenceID: String?
    /// The wallet's name for its account holder.
    public var walletAccountID: String?
    /// The network's name for the device.
    public var deviceID: String?
    /// The index of this device among the devices that are bound to the token.
    public var deviceIndex: String?
    /// The network's reason, with unpublished values, which the SDK passes on unchanged.
    public var reasonCode: String?
    /// The wallet's other fields by name: texts and numbers as their text, other values as JSON.
    public var otherFields: [String: String] = [:]

    /// Creates a payload of these fields and no other member, for tests and previews.
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

extension App2AppTokenActivationPayload: CustomStringConvertible, CustomReflectable {
    public var description: String { "App2AppTokenActivationPayload(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
