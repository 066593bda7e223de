public import ChaveBase
import ChavePixModel
import ChaveWire
import Hashing

extension PaymentIntent {
    /// The digests that the merchant's notes are found by, one each.
    public var metadataEntries: Set<Digest> {
        let notes = Metadata(storedText: details.metadata)
        return Set(notes.names.map { name in PaymentIntent.metadataEntry(name, notes[name] ?? "") })
    }

    /// The digest that a note is found by: of name and value together, so that all notes are equally long.
    public static func metadataEntry(_ name: String, _ value: String) -> Digest {
        Digest(ofParts: [Array(name.utf8), Array(value.utf8)])
    }

    /// Whether this is `old` with other notes, and nothing else of it has moved but perhaps its next try.
    func isAnnotated(_ old: PaymentIntent) -> Bool {
        guard version > old.version else { return false }
        var same = self
        same.details.metadata = old.details.metadata
        (same.version, same.updatedAt, same.auditHead) = (old.version, old.updatedAt, old.auditHead)
        same.retry = old.retry
        return same == old
    }
}

extension Change {
    /// The version of an intent with other notes, and its audit row; no event, since no status changes with it.
    mutating func annotate(
        _ old: PaymentIntent,
        with metadata: String?,
        at now: Timestamp,
        actor: String
    ) -> PaymentIntent {
        var intent = old
        intent.details.metadata = metadata
        audit.append(intent.advance(at: now, actor: actor, action: "metadata-changed"))
        writes.append(.requireKnownCustomer(old.customer, of: old.organisation))
        writes.append(.annotatePaymentIntent(intent, from: old))
        return intent
    }
}
