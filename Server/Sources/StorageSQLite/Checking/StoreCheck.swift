import ChavePixModel
import GRDB
import PaymentsCore
import StoredForms

/// Reads everything once, on one snapshot, and collects what cannot be right.
///
/// It stops collecting at `largestReport`: who has that many findings restores a backup.
struct StoreCheck {
    static let largestReport = 1_000

    let database: Database
    private(set) var findings: [StoreFinding] = []

    init(_ database: Database) { self.database = database }

    mutating func run() throws {
        try checkFile()
        try checkParents()
        try checkObjects(Self.enrollments) { (record: Enrollment) in StoredFacts(record) }
        try checkObjects(Self.paymentIntents) { (record: PaymentIntent) in StoredFacts(record) }
        try checkChains()
        try checkAnchors()
        try checkEvents()
    }

    mutating func report(_ rule: StoreFinding.Rule, _ subject: String, _ detail: String) {
        guard findings.count < Self.largestReport else { return }
        findings.append(StoreFinding(rule: rule, subject: subject, detail: detail))
    }

    private mutating func checkFile() throws {
        for line in try String.fetchAll(database, sql: "PRAGMA integrity_check") where line != "ok" {
            report(.fileDamaged, "database", line)
        }
    }

    private mutating func checkParents() throws {
        for row in try database.rows("PRAGMA foreign_key_check", []) {
            let table = String.fromDatabaseValue(row[0]) ?? "?"
            let number = Int64.fromDatabaseValue(row[1]) ?? 0
            report(.parentMissing, table, "row \(number) refers to nothing")
        }
    }

    /// What the columns beside a record repeat of it.
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

        init(columnValues values: ArraySlice<DatabaseValue>) throws {
            (organisation, id) = (try values.at(0).string, try values.at(1).string)
            (version, status) = (try values.at(2).integer, try values.at(3).string)
        }
    }

    private static let enrollments = """
        SELECT "organisation", "id", "version", "status", "body", EXISTS (
            SELECT 1 FROM "audit_entry" AS "a" WHERE "a"."organisation" = "enrollment"."organisation"
                AND "a"."object_kind" = 'enrollment' AND "a"."object_id" = "enrollment"."id")
        FROM "enrollment" ORDER BY "organisation", "id"
        """

    private static let paymentIntents = """
        SELECT "organisation", "id", "version", "status", "body", EXISTS (
            SELECT 1 FROM "audit_entry" AS "a" WHERE "a"."organisation" = "payment_intent"."organisation"
                AND "a"."object_kind" = 'payment-intent' AND "a"."object_id" = "payment_intent"."id")
        FROM "payment_intent" ORDER BY "organisation", "id"
        """

    private mutating func checkObjects<Record: BodyRecord>(
        _ sql: String,
        facts: (Record) -> StoredFacts
    ) throws {
        let kind = Record.self == Enrollment.self ? "enrollment" : "payment-intent"
        let cursor = try Row.fetchCursor(database, sql: sql)
        while let row = try cursor.next() {
            let values = Array(row.databaseValues)[...]
            let columns = try StoredFacts(columnValues: values)
            let subject = "\(kind)/\(columns.id)"
            guard let record = try? Record(columnValues: values.dropFirst(4)) else {
                report(.recordUnreadable, subject, "its body cannot be read")
                continue
            }
            if facts(record) != columns { report(.columnDiffers, subject, "columns and body say different things") }
            if try values.at(5).integer == 0 { report(.auditMissing, subject, "it has no audit entry") }
        }
    }

    private static let chains = """
        SELECT \(AuditEntry.columnList) FROM "audit_entry"
        ORDER BY "organisation", "object_kind", "object_id", "version"
        """

    private mutating func checkChains() throws {
        var chain: (organisation: String, entries: AuditChain)?
        let cursor = try Row.fetchCursor(database, sql: Self.chains)
        while let row = try cursor.next() {
            let values = Array(row.databaseValues)[...]
            guard let entry = try? AuditEntry(columnValues: values), let hash = try? values.at(9).digest else {
                report(.recordUnreadable, "audit_entry", "an entry cannot be read")
                continue
            }
            let organisation = entry.organisation.text
            if chain?.organisation != organisation || chain?.entries.object != entry.object {
                if let chain { try finish(chain.entries, of: chain.organisation) }
                chain = (organisation, AuditChain(of: entry.object))
            }
            chain?.entries.append(entry, storedHash: hash)
        }
        if let chain { try finish(chain.entries, of: chain.organisation) }
    }

    private mutating func checkAnchors() throws {
        let sql = #"SELECT \#(AuditAnchor.columnList) FROM "audit_anchor" ORDER BY "organisation", "number""#
        var check = AnchorCheck(
            try database.rows(sql, []).map { row in
                (try AuditAnchor(columnValues: row[...]), try row[...].at(6).digest)
            }
        )
        let entries = try Row.fetchCursor(
            database,
            sql: #"SELECT "organisation", "hash" FROM "audit_entry" ORDER BY "rowid""#
        )
        while let row = try entries.next() {
            let values = Array(row.databaseValues)[...]
            check.entry(of: try values.at(0).string, hash: try values.at(1).digest)
        }
        check.end()
        for finding in check.findings { report(finding.rule, finding.subject, finding.detail) }
    }

    /// The chain's own findings, then whether its object stands where it ends.
    private mutating func finish(_ chain: AuditChain, of organisation: String) throws {
        for finding in chain.findings { report(finding.rule, finding.subject, finding.detail) }
        let subject = chain.object.description
        let arguments = [organisation.databaseValue, chain.object.idText.databaseValue]
        guard let row = try database.firstRow(Self.object(chain.object.kind), arguments) else {
            return report(.objectMissing, subject, "it has an audit chain and does not exist")
        }
        let end: (version: Int64, head: Digest)? =
            switch chain.object.kind {
            case .enrollment: (try? Enrollment(columnValues: row[...])).map { ($0.version, $0.auditHead) }
            case .paymentIntent: (try? PaymentIntent(columnValues: row[...])).map { ($0.version, $0.auditHead) }
            case .app: (try? RegisteredApp(columnValues: row[...])).map { ($0.version, $0.auditHead) }
            case .customer, .bankAccount: nil
            }
        guard let end, end != (chain.lastVersion, chain.head) else { return }
        report(.auditHeadDiffers, subject, "version \(end.version), its chain ends at \(chain.lastVersion)")
    }

    private static func object(_ kind: ObjectReference.Kind) -> String {
        switch kind {
        case .enrollment: #"SELECT "body" FROM "enrollment" WHERE "organisation" = ?1 AND "id" = ?2"#
        case .paymentIntent: #"SELECT "body" FROM "payment_intent" WHERE "organisation" = ?1 AND "id" = ?2"#
        case .customer: #"SELECT "body" FROM "customer" WHERE "organisation" = ?1 AND "id" = ?2"#
        case .bankAccount: #"SELECT "body" FROM "bank_account" WHERE "organisation" = ?1 AND "id" = ?2"#
        case .app: #"SELECT "body" FROM "app" WHERE "organisation" = ?1 AND "id" = ?2"#
        }
    }
}
