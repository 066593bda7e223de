import ChaveBase
import ChavePixModel
import PaymentsModel
import SQLPort

/// Reads everything once, on one snapshot, and collects errors; both databases use the same statements.
///
/// It stops collecting at ``StoreFinding/largestReport``: an operator with that many findings restores a backup.
struct StoreCheck {
    private let snapshot: any SQLSnapshot
    private(set) var findings: [StoreFinding] = []

    init(_ snapshot: any SQLSnapshot) { self.snapshot = snapshot }

    /// - Throws: the database's error, or an error for a column beside a record that has another type than expected.
    mutating func run() throws {
        for damage in try snapshot.damage() { report(damage) }
        try checkObjects(Self.enrollments) { (record: Enrollment) in StoredFacts(record) }
        try checkObjects(Self.paymentIntents) { (record: PaymentIntent) in StoredFacts(record) }
        try checkChains()
        try checkAnchors()
        try checkEvents()
    }

    private mutating func report(_ damage: SQLDamage) {
        switch damage {
        case .file(let what): report(.fileDamaged, "database", what)
        case .orphan(let table, let row):
            report(.parentMissing, table, "\(row.map { "row \($0)" } ?? "a row") refers to nothing")
        }
    }

    /// Calls `body` with each row, however many there are.
    func each(_ text: SQLText, _ body: (ArraySlice<SQLValue>) throws -> Void) throws {
        try snapshot.forEachRow(SQLStatement(text)) { try body($0.values[...]) }
    }

    func first(_ text: SQLText, _ arguments: SQLArguments = []) throws -> ArraySlice<SQLValue>? {
        try snapshot.rows(SQLStatement(text, arguments)).first?.values[...]
    }

    mutating func report(_ rule: StoreFinding.Rule, _ subject: String, _ detail: String) {
        guard findings.count < StoreFinding.largestReport else { return }
        findings.append(StoreFinding(rule: rule, subject: subject, detail: detail))
    }

    /// The values of a record that its columns repeat.
    private struct StoredFacts: Equatable {
        var organisation: String
        var id: String
        var version: Int64
        var status: String

        init(_ record: Enrollment) {
            (organisation, id) = (record.organisation.text, record.id.text)
            (version, status) = (record.version, record.status.rawValue)
        }

        init(_ record: PaymentIntent) {
            (organisation, id) = (record.organisation.text, record.id.text)
            (version, status) = (record.version, record.status.rawValue)
        }

        init(columnValues values: ArraySlice<SQLValue>) throws {
            (organisation, id) = (try values.at(0).idText, try values.at(1).idText)
            (version, status) = (try values.at(2).integer, try values.at(3).string)
        }
    }

    private static let enrollments = objects("enrollment", "enrollment")
    private static let paymentIntents = objects("payment_intent", "payment-intent")

    private static func objects(_ table: String, _ kind: String) -> SQLText {
        SQLText.payments(
            """
            SELECT "organisation", "id", "version", "status", "body", CASE WHEN EXISTS (
                SELECT 1 FROM "audit_entry" AS "a" WHERE "a"."organisation" = "o"."organisation"
                    AND "a"."object_kind" = '\(kind)' AND "a"."object_id" = "o"."id") THEN 1 ELSE 0 END
            FROM "\(table)" AS "o" ORDER BY "organisation", "id"
            """
        )
    }

    private mutating func checkObjects<Record: BodyRecord>(
        _ text: SQLText,
        facts: (Record) -> StoredFacts
    ) throws {
        let kind = Record.self == Enrollment.self ? "enrollment" : "payment-intent"
        try each(text) { values in
            let columns = try StoredFacts(columnValues: values)
            let subject = "\(kind)/\(columns.id)"
            guard let record = try? Record(columnValues: values.dropFirst(4)) else {
                return report(.recordUnreadable, subject, "its body cannot be read")
            }
            if facts(record) != columns { report(.columnDiffers, subject, "columns and body say different things") }
            if try values.at(5).integer == 0 { report(.auditMissing, subject, "it has no audit entry") }
        }
    }

    private static let chains = SQLText.payments(
        """
        SELECT \(AuditEntry.columnList) FROM "audit_entry"
        ORDER BY "organisation", "object_kind", "object_id", "version"
        """
    )

    private static let anchors = SQLText.payments(
        #"SELECT \#(AuditAnchor.columnList) FROM "audit_anchor" ORDER BY "organisation", "number""#
    )

    private static let hashes = SQLText.payments(
        #"SELECT "organisation", "hash" FROM "audit_entry" ORDER BY "position""#
    )

    private mutating func checkChains() throws {
        var chain: (organisation: OrganisationID, entries: AuditChain)?
        try each(Self.chains) { values in
            guard let entry = try? AuditEntry(columnValues: values), let hash = try? values.at(9).digest else {
                return report(.recordUnreadable, "audit_entry", "an entry cannot be read")
            }
            let organisation = entry.organisation
            if chain?.organisation != organisation || chain?.entries.object != entry.object {
                if let chain { try finish(chain.entries, of: chain.organisation) }
                chain = (organisation, AuditChain(of: entry.object))
            }
            chain?.entries.append(entry, storedHash: hash)
        }
        if let chain { try finish(chain.entries, of: chain.organisation) }
    }

    private mutating func checkAnchors() throws {
        var anchors: [(anchor: AuditAnchor, hash: Digest)] = []
        try each(Self.anchors) { row in anchors.append((try AuditAnchor(columnValues: row), try row.at(6).digest)) }
        var check = AnchorCheck(anchors)
        try each(Self.hashes) { row in
            // The check of the chains already reports an organisation id that is not an id.
            guard let organisation: OrganisationID = try? row.at(0).id() else { return }
            check.entry(of: organisation, hash: try row.at(1).digest)
        }
        check.end()
        for finding in check.findings { report(finding.rule, finding.subject, finding.detail) }
    }

    /// Reports the chain's own findings, then checks whether the object agrees with the chain's end.
    private mutating func finish(_ chain: AuditChain, of organisation: OrganisationID) throws {
        for finding in chain.findings { report(finding.rule, finding.subject, finding.detail) }
        let subject = chain.object.description
        guard let row = try first(Self.object(chain.object.kind), [organisation, chain.object.id]) else {
            return report(.objectMissing, subject, "it has an audit chain and does not exist")
        }
        let end: (version: Int64, head: Digest)? =
            switch chain.object.kind {
            case .enrollment: (try? Enrollment(columnValues: row)).map { ($0.version, $0.auditHead) }
            case .paymentIntent: (try? PaymentIntent(columnValues: row)).map { ($0.version, $0.auditHead) }
            case .app: (try? RegisteredApp(columnValues: row)).map { ($0.version, $0.auditHead) }
            case .apiKey: (try? APIKey(columnValues: row)).map { ($0.version, $0.auditHead) }
            case .customer, .bankAccount: nil
            }
        guard let end, end != (chain.lastVersion, chain.head) else { return }
        report(.auditHeadDiffers, subject, "version \(end.version), its chain ends at \(chain.lastVersion)")
    }

    private static func object(_ kind: ObjectReference.Kind) -> SQLText {
        switch kind {
        case .enrollment: EnrollmentReading.own
        case .paymentIntent: PaymentIntentReading.own
        case .customer: CustomerReading.own
        case .bankAccount: CustomerReading.account
        case .app: app
        case .apiKey: key
        }
    }

    /// Finds an app, also a removed one.
    private static let app = SQLText.payments(#"SELECT "body" FROM "app" WHERE "organisation" = ?1 AND "id" = ?2"#)
    private static let key = SQLText.payments(
        #"SELECT \#(APIKey.columnList) FROM "api_key" WHERE "organisation" = ?1 AND "id" = ?2"#
    )
}
