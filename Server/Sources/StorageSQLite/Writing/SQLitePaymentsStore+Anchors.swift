public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms

extension SQLitePaymentsStore {
    /// Anchors what every organisation's audit chains have grown by since the last time; nothing where nothing grew.
    ///
    /// Reads on a snapshot while payments go on; only the few new rows go through the writer.
    public func anchorAudit(at now: Timestamp) async throws(StorageFault) -> [AuditAnchor] {
        do {
            let (anchors, position) = try await writer.read { try Anchoring(in: $0, at: now).found }
            guard !anchors.isEmpty else { return [] }
            let steps = anchors.map { Step(sql: Self.insertAnchor, arguments: $0.arguments(position: position)) }
            try await writer.write { database in
                for step in steps { try step.run(in: database) }
            }
            return anchors
        } catch {
            throw translateRead(error)
        }
    }

    /// When the newest anchor until `now` was made; `nil` when there is none.
    ///
    /// One from the future was made before the clock was set back, and says nothing of the next one.
    public func lastAnchorAt(until now: Timestamp) async throws(StorageFault) -> Timestamp? {
        do {
            let sql = #"SELECT MAX("at") FROM "audit_anchor" WHERE "at" <= ?1"#
            return try await writer.read {
                try Int64.fetchOne($0, sql: sql, arguments: [now.microseconds]).map(Timestamp.init(microseconds:))
            }
        } catch {
            throw translateRead(error)
        }
    }

    private static let insertAnchor = """
        INSERT INTO "audit_anchor"
            ("organisation", "number", "at", "entries", "content_digest", "previous", "hash", "position")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """
}

/// One look for what was not anchored yet.
private struct Anchoring {
    private var last: [String: AuditAnchor] = [:]
    private var grown: [String: AnchorDigest] = [:]
    private var position: Int64
    private let now: Timestamp

    init(in database: Database, at now: Timestamp) throws {
        self.now = now
        position = try Int64.fetchOne(database, sql: #"SELECT MAX("position") FROM "audit_anchor""#) ?? 0
        let newest = """
            SELECT \(AuditAnchor.columnList) FROM "audit_anchor" AS "a" WHERE "number" = (
                SELECT MAX("number") FROM "audit_anchor" AS "b" WHERE "b"."organisation" = "a"."organisation")
            """
        for row in try database.rows(newest, []) {
            let anchor = try AuditAnchor(columnValues: row[...])
            last[anchor.organisation.text] = anchor
        }
        let entries = try Row.fetchCursor(
            database,
            sql: #"SELECT "rowid", "organisation", "hash" FROM "audit_entry" WHERE "rowid" > ?1 ORDER BY "rowid""#,
            arguments: [position]
        )
        while let row = try entries.next() {
            let values = Array(row.databaseValues)[...]
            position = try values.at(0).integer
            grown[try values.at(1).string, default: AnchorDigest()].append(try values.at(2).digest)
        }
    }

    var found: (anchors: [AuditAnchor], position: Int64) {
        let anchors = grown.sorted { $0.key < $1.key }.compactMap { organisation, digest -> AuditAnchor? in
            guard let id = OrganisationID(organisation) else { return nil }
            let before = last[organisation]
            return AuditAnchor(
                organisation: id,
                number: (before?.number ?? 0) + 1,
                at: now,
                entries: (before?.entries ?? 0) + digest.count,
                contentDigest: digest.digest,
                previous: before?.hash ?? AuditAnchor.beginning(id)
            )
        }
        return (anchors, position)
    }
}

extension AuditAnchor {
    fileprivate func arguments(position: Int64) -> [DatabaseValue] {
        [
            organisation.databaseValue, number.databaseValue, at.databaseValue, entries.databaseValue,
            contentDigest.databaseValue, previous.databaseValue, hash.databaseValue, position.databaseValue,
        ]
    }
}
