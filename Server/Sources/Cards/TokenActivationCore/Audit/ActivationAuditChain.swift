public import ChaveBase
import Hashing

/// The chain of an audit entry: the card's, or the holder's when no card of theirs is known.
public enum ActivationAuditChain: Hashable, Sendable {
    /// The chain of a card, by its `panReferenceID`.
    case card(String)
    case holder(CardHolder)

    /// The stored name of the chain; no two chains have the same.
    public var text: String {
        switch self {
        case .card(let reference): "card/\(reference)"
        case .holder(let holder): "holder/\(holder.tenant.utf8.count)/\(holder.tenant)/\(holder.user)"
        }
    }

    /// The digest that the first entry follows.
    public var start: Digest { Digest(ofText: text) }
}
