/// Why an intent is not taken, in order of precedence.
public enum AndroidIntentRefusal: Error, Hashable, Sendable {
    /// Another action than `<application id>.a2a`.
    case otherAction
    /// No `EXTRA_TEXT`, or an empty one.
    case textMissing
    /// What is wrong with the payload, as in a link.
    case payload(TokenActivationLinkRefusal)

    /// The stable name of it.
    public var code: String {
        switch self {
        case .otherAction: "other_action"
        case .textMissing: "text_missing"
        case .payload(let refusal): refusal.rawValue
        }
    }
}
