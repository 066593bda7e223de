import ChaveBase
import Hashing
import PaymentsModel

/// The check of one object's audit entries, in the order of their versions.
///
/// Pure: it reports errors of the chain itself; the object shows where the chain must end.
struct AuditChain {
    let object: ObjectReference
    private(set) var findings: [StoreFinding] = []
    private(set) var lastVersion: Int64
    private(set) var head: Digest

    /// Whether the start is fixed: enrollments, intents and apps begin at version 1, on the digest of their name.
    ///
    /// The start of other objects is not fixed.
    private let hasFixedStart: Bool
    private var isEmpty = true

    init(of object: ObjectReference) {
        self.object = object
        head = Digest(ofText: object.description)
        lastVersion = 0
        hasFixedStart = [.enrollment, .paymentIntent, .app].contains(object.kind)
    }

    /// Adds an entry with its stored hash; `entry.hash` is the correct one.
    mutating func append(_ entry: AuditEntry, storedHash: Digest) {
        if entry.hash != storedHash { report(.auditHashWrong, entry, "the hash is not that of the entry") }
        if !isEmpty || hasFixedStart {
            if entry.previous != head { report(.auditLinkBroken, entry, "it does not follow version \(lastVersion)") }
            if entry.version != lastVersion + 1 {
                report(.auditVersionGap, entry, "it comes after version \(lastVersion)")
            }
        }
        isEmpty = false
        head = storedHash
        lastVersion = entry.version
    }

    private mutating func report(_ rule: StoreFinding.Rule, _ entry: AuditEntry, _ detail: String) {
        findings.append(
            StoreFinding(rule: rule, subject: object.description, detail: "version \(entry.version): \(detail)")
        )
    }
}
