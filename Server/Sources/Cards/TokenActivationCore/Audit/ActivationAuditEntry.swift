public import ChaveBase
import Hashing

/// One entry of an audit chain: ids and digests only, nothing of a card that is not the caller's.
public struct ActivationAuditEntry: Hashable, Sendable {
    public let fact: ActivationAuditFact
    /// The position in its chain, from 1.
    public let sequence: Int64
    public let previous: Digest
    public let hash: Digest

    /// Makes the entry after `last`, or the first of its chain when there is none.
    public init(_ fact: ActivationAuditFact, after last: (sequence: Int64, hash: Digest)?) {
        self.init(fact, sequence: (last?.sequence ?? 0) &+ 1, previous: last?.hash ?? fact.chain.start)
    }

    /// Makes an entry from a stored row; ``hash`` is computed, whatever the row has stored.
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

extension ActivationAuditEntry {
    /// The fault of an entry whose row has the hash `stored`, by itself and against the entry before; `nil` when there
    /// is none.
    package func fault(
        stored: Digest,
        after last: (sequence: Int64, hash: Digest)?
    ) -> String? {
        let expected = ActivationAuditEntry(fact, after: last)
        if hash != stored { return "the hash is not that of the entry" }
        if sequence != expected.sequence { return "an entry is missing before it" }
        if previous != expected.previous { return "it does not follow the entry before" }
        return nil
    }
}
