import ChaveBase
import ChavePixModel
import ChaveWire
import Hashing

extension Customer {
    /// Whose word the person's name is.
    var creatorType: CreatorType { isProvisional ? .sdk : .apiKey }

    /// The entry of the audit chain for what was just done.
    mutating func audited(_ action: String, at now: Timestamp, actor: String) -> AuditEntry {
        let before = trail ?? AuditTrail(length: 0, head: Digest(ofText: "\(ObjectReference.customer(id))"))
        let entry = AuditEntry(
            organisation: organisation,
            object: .customer(id),
            version: before.length + 1,
            at: now,
            actor: actor,
            action: action,
            contentDigest: Digest(ofText: "\(version)"),
            previous: before.head
        )
        trail = AuditTrail(length: entry.version, head: entry.hash)
        return entry
    }
}

extension Change {
    /// The next version of a customer, as the merchant's server says it, sealed anew, with its audit row.
    ///
    /// `isName` says whether the person is named: then nothing of what a device said stands any more.
    mutating func name(
        _ stored: Customer,
        by caller: Caller,
        action: String,
        isName: Bool = true,
        with payments: Payments,
        _ say: (_ particulars: inout CustomerParticulars, _ externalID: inout String?) -> Void
    ) throws(APIFailure) -> Customer {
        var next = stored
        var (particulars, key) = try payments.unseal { () throws(SealingError) in
            (try payments.particulars(of: stored), try payments.key(of: stored))
        }
        say(&particulars, &next.externalID)
        let said = particulars
        next.particulars = try payments.unseal { () throws(SealingError) in
            try key.seal(
                said.json.encoded(),
                field: CustomerParticulars.field(stored.id),
                randomBytes: payments.world.randomBytes
            )
        }
        next.nameIndexes = payments.nameIndexes(of: said, in: stored.organisation)
        if isName, stored.isProvisional {
            next.isProvisional = false
            next.createdBy = caller.apiKey
        }
        next.version += 1
        audit.append(next.audited(action, at: payments.world.now(), actor: caller.actor))
        writes.append(.updateCustomer(next, expected: stored.version, schedule: .never))
        return next
    }
}

/// The customer that a request names, and what of it is stored with the request's own object.
struct ResolvedCustomer {
    let customer: Customer
    let isNew: Bool
    private let change: Change

    init(new customer: Customer) {
        self.customer = customer
        isNew = true
        var change = Change()
        change.writes = [.insertCustomer(customer)]
        self.change = change
    }

    init(known customer: Customer) {
        self.customer = customer
        isNew = false
        var change = Change()
        change.writes = [.requireKnownCustomer(customer.id, of: customer.organisation)]
        self.change = change
    }

    /// A person whom only a device had named, and whom the merchant's server names in passing.
    init(
        named stored: Customer,
        by caller: Caller,
        with payments: Payments,
        name: String?,
        externalID: String?
    ) throws(APIFailure) {
        var change = Change()
        customer = try change.name(stored, by: caller, action: "named", isName: name != nil, with: payments) {
            $0.name = name ?? $0.name
            $1 = externalID ?? $1
        }
        isNew = false
        self.change = change
    }

    /// Comes first: what refers to the customer finds it stored.
    func begin(_ whole: inout Change) {
        whole.writes += change.writes
        whole.audit += change.audit
    }
}

extension APIFailure {
    static func externalIDOfDevice(_ field: String) -> APIFailure {
        .field(
            .invalid,
            "\(field).external_id",
            "A device gives a payer no external_id. Leave it out, and set it from your server with POST or PATCH /customers/."
        )
    }

    static let customerKeepsChanging = APIFailure.conflict("The customer keeps changing. Repeat the request.")
}
