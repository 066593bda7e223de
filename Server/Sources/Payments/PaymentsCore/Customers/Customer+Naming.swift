import ChaveBase
import ChavePixModel
import ChaveWire
import Hashing
import PaymentsModel

extension Customer {
    /// The kind of creator that the person's name comes from.
    var creatorType: CreatorType { isProvisional ? .sdk : .apiKey }

    /// Appends an action to the audit chain and returns its entry.
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
    /// Adds the next version of a customer with the merchant's data, sealed anew, with its audit row.
    ///
    /// `isName` tells whether the request names the person: then the device's provisional data no longer counts.
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

/// The customer that a request names, and the writes about it that are stored with the request's own object.
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

    /// Names a person, known so far only from a device, with the data in the merchant's own request.
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

    /// Puts the customer's writes first, so that later writes can refer to the customer.
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

extension Payments {
    /// A customer's id as this caller sees it (docs/decisions/0043).
    ///
    /// An id of version 7 shows when a person became known. A device with a token that is not bound to a customer may
    /// have named any CPF. Therefore it sees an id that reveals nothing.
    func shown(_ customer: CustomerID, to caller: Caller) -> CustomerID {
        guard caller.device != nil, caller.boundCustomer == nil else { return customer }
        return fieldKey.veil.veiled(customer, of: caller.organisation)
    }

    /// The customer's real id, from the real or the veiled id in a request.
    func unveiled(_ id: CustomerID, of organisation: OrganisationID) -> CustomerID {
        fieldKey.veil.unveiled(id, of: organisation)
    }
}
