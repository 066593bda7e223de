public import ChaveBase
import Hashing

/// One link of an audit chain: ids and digests only, nothing of a card that is not the caller's.
public struct ActivationAuditEntry: Hashable, Sendable {
    public let fact: ActivationAuditFact
    /// 1 for the first of its chain.
    public let sequence: Int64
    public let previous: Digest
    public let hash: Digest

    /// The entry after `last`; the first of its chain where there is none.
    public init(_ fact: ActivationAuditFact, after last: (sequence: Int64, hash: Digest)?) {
        self.init(fact, sequence: (last?.sequence ?? 0) &+ 1, previous: last?.hash ?? fact.chain.start)
    }

    /// As it is read; ``hash`` is what it must be, whatever was stored.
    public init(_ fact: ActivationAuditFact, sequence: Int64, previous: Digest) {
        self.fact = fact
        self.sequence = sequence
        self.previous = previous
        hash = Digest(ofParts: [
            Array(fact.chain.text.utf8), Array("\(sequence)".utf8), Array("\(fact.at.microseconds)".utf8),
            Array(fact.actor.utf8), Array(fact.action.rawValue.utf8), Array(fact.outcome.utf8),
            Array((fact.activation ?? "").utf8), fact.content?.bytes ?? [], previous.bytes,
        ])
    }
}
