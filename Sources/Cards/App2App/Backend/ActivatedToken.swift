/// What the backend said of a token that is active now.
public struct ActivatedToken: Hashable, Sendable {
    /// The backend's id of the activation; `nil` where it has none.
    public var activationID: String?
    /// A code for the wallet, where the network wants one; most do not.
    public var code: String?

    /// An active token: the backend's id of the activation, and a code for the wallet where there is one.
    public init(activationID: String? = nil, code: String? = nil) {
        self.activationID = activationID
        self.code = code
    }
}

extension ActivatedToken: CustomStringConvertible, CustomReflectable {
    public var description: String { "ActivatedToken(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
