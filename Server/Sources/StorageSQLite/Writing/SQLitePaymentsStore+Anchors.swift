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
            let growth = try await writer.read { try AuditGrowth(in: $0) }
            let anchors = growth.anchors(at: now)
            guard !anchors.isEmpty else { return [] }
            let steps = anchors.map { Step(sql: Self.insertAnchor, arguments: $0.arguments(position: growth.position)) }
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

extension AuditGrowth {
    /// One look for what was not anchored yet.
    fileprivate init(in database: Database) throws {
        let newest = """
            SELECT \(AuditAnchor.columnList) FROM "audit_anchor" AS "a" WHERE "number" = (
                SELECT MAX("number") FROM "audit_anchor" AS "b" WHERE "b"."organisation" = "a"."organisation")
            """
        self.init(
            after: try database.rows(newest, []).map { try AuditAnchor(columnValues: $0[...]) },
            position: try Int64.fetchOne(database, sql: #"SELECT MAX("position") FROM "audit_anchor""#) ?? 0
        )
        let entries = try Row.fetchCursor(
            database,
            sql: #"SELECT "rowid", "organisation", "hash" FROM "audit_entry" WHERE "rowid" > ?1 ORDER BY "rowid""#,
            arguments: [position]
        )
        while let row = try entries.next() {
            let values = Array(row.databaseValues)[...]
            append(try values.at(2).digest, of: try values.at(1).id(), at: try values.at(0).integer)
        }
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
