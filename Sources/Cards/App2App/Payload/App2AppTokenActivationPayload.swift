/// What a wallet says of the token that it wants active.
///
/// Seven texts, each of which may be missing; nothing in it is proven, whatever a link says came from outside. It belongs
/// in memory only: not in logs, not in an app's saved state. Neither description nor mirror shows what is in it.
public struct App2AppTokenActivationPayload: Hashable, Sendable {
    /// What the network calls the card's number.
    public var panReferenceID: String?
    /// The wallet's number at the network, 11 digits.
    public var tokenRequestorID: String?
    /// What the network calls the token.
    public var tokenReferenceID: String?
    /// What the wallet calls its account holder.
    public var walletAccountID: String?
    /// What the network calls the device.
    public var deviceID: String?
    /// Which of the devices bound to the token it is.
    public var deviceIndex: String?
    /// Why the network asks, in a vocabulary that is not published: passed on untouched.
    public var reasonCode: String?
    /// What else the wallet wrote, by its names: texts and numbers as their text, everything else as its JSON.
    public var otherFields: [String: String] = [:]

    /// A payload of these fields, without any other member; for tests and previews.
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
