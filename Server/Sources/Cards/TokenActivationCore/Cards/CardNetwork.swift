/// The network that a card and its tokens belong to; the raw values are stored and sent.
public enum CardNetwork: String, Hashable, Sendable, CaseIterable {
    case visa
    case mastercard
}
