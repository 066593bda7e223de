public import ChaveBase
import Hashing

/// Which chain an entry belongs to: the card's, or the holder's where no card of theirs is known.
public enum ActivationAuditChain: Hashable, Sendable {
    /// By `panReferenceID`.
    case card(String)
    case holder(CardHolder)

    /// What the chain is stored by; no two chains have the same.
    public var text: String {
        switch self {
        case .card(let reference): "card/\(reference)"
        case .holder(let holder): "holder/\(holder.tenant.utf8.count)/\(holder.tenant)/\(holder.user)"
        }
    }

    /// What the first entry follows.
    public var start: Digest { Digest(ofText: text) }
}
