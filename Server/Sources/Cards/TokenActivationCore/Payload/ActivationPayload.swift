/// A wallet's description of the token to activate, as the issuer's app passes it on; nothing in it is proven.
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

extension ActivationPayload {
    /// The seven fields with their JSON names, in the order of the guide.
    public static var members: [(name: String, place: WritableKeyPath<ActivationPayload, String?>)] {
        [
            ("panReferenceID", \.panReferenceID), ("tokenRequestorID", \.tokenRequestorID),
            ("tokenReferenceID", \.tokenReferenceID), ("walletAccountID", \.walletAccountID), ("deviceID", \.deviceID),
            ("deviceIndex", \.deviceIndex), ("reasonCode", \.reasonCode),
        ]
    }

    /// Every field with its value.
    var fields: [(name: String, value: String?)] {
        ActivationPayload.members.map { (name: $0.name, value: self[keyPath: $0.place]) }
    }
}

/// The printed or dumped form is empty, so that payloads stay out of logs.
extension ActivationPayload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
