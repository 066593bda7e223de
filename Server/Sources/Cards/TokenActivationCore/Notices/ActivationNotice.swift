public import ChaveBase

/// The notice to a holder whose card became active in a wallet.
///
/// Its printed or dumped form is empty: a reader of its link can suspend the token.
public struct ActivationNotice: Hashable, Sendable {
    public var activationID: String
    public var holder: CardHolder
    public var cardName: String
    public var lastFour: String
    public var network: CardNetwork
    public var walletName: String?
    public var deviceName: String?
    public var activatedAt: Timestamp
    /// The address `<base>/issuer/suspend?token=…`; its page asks first, and only the page's button suspends.
    public var suspendAddress: String

    public init(
        activationID: String,
        holder: CardHolder,
        cardName: String,
        lastFour: String,
        network: CardNetwork,
        walletName: String?,
        deviceName: String?,
        activatedAt: Timestamp,
        suspendAddress: String
    ) {
        self.activationID = activationID
        self.holder = holder
        self.cardName = cardName
        self.lastFour = lastFour
        self.network = network
        self.walletName = walletName
        self.deviceName = deviceName
        self.activatedAt = activatedAt
        self.suspendAddress = suspendAddress
    }
}

extension ActivationNotice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
