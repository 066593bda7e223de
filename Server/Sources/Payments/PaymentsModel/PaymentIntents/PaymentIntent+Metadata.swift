public import ChaveBase
import ChavePixModel
import ChaveWire
import Hashing

extension PaymentIntent {
    /// The index digests of the merchant's notes, one for each note.
    public var metadataEntries: Set<Digest> {
        let notes = Metadata(storedText: details.metadata)
        return Set(notes.names.map { name in PaymentIntent.metadataEntry(name, notes[name] ?? "") })
    }

    /// The index digest of one note.
    ///
    /// The digest covers name and value together, so that all notes have the same length.
    public static func metadataEntry(_ name: String, _ value: String) -> Digest {
        Digest(ofParts: [Array(name.utf8), Array(value.utf8)])
    }

    /// Whether this intent is `old` with other notes, with no other difference except perhaps its next try and
    /// a refusal in doubt.
    package func isAnnotated(_ old: PaymentIntent) -> Bool {
        guard version > old.version else { return false }
        var same = self
        same.details.metadata = old.details.metadata
        (same.version, same.updatedAt, same.auditHead) = (old.version, old.updatedAt, old.auditHead)
        (same.retry, same.doubtfulRefusal) = (old.retry, old.doubtfulRefusal)
        return same == old
    }
}

extension Change {
    /// Adds the version of an intent with other notes, and its audit row; no event, because no status changes.
    package mutating func annotate(
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

extension Metadata {
    /// Reads the stored text; empty when there is none.
    package init(storedText text: String?) {
        self.init()
        guard let object = text.flatMap({ try? JSONValue(parsing: $0) })?.object else { return }
        for (name, value) in object.members { self[name] = value.string }
    }
}
