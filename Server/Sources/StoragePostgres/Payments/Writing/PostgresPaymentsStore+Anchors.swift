public import ChavePixModel
public import PaymentsCore
import PostgresClient
import StoredForms

extension PostgresPaymentsStore {
    /// Anchors what every organisation's audit chains have grown by since the last time; nothing where nothing grew, or
    /// where another node does it.
    ///
    /// Entries have their positions before they are seen, so first it waits until no commit is on its way: an entry that
    /// came to be seen behind its anchor would be covered by none. Commits wait for that one moment; where it does not come
    /// within 200 ms, as beside a vacuum that yields to nobody, the anchor waits for the next look. Nothing waits where
    /// there is nothing new, or where another node is at it.
    public func anchorAudit(at now: Timestamp) async throws(StorageFault) -> [AuditAnchor] {
        guard try await hasGrown(), let end = try await endOfTrail() else { return [] }
        let answers = try await answers(.reads, [AnchorStatement.newest, AnchorStatement.position].map { .init($0) })
        var growth = try read {
            AuditGrowth(
                after: try (answers.first?.rows ?? []).map { try AuditAnchor(columnValues: $0[...]) },
                position: try (answers.last?.first ?? .null).integer
            )
        }
        while growth.position < end {
            let found = try await rows(AnchorStatement.entries, [growth.position.bound, end.bound])
            guard !found.isEmpty else { break }
            try read {
                for row in found {
                    let row = row[...]
                    growth.append(try row.at(2).digest, of: try row.at(1).id(), at: try row.at(0).integer)
                }
            }
        }
        return try await store(growth.anchors(at: now), upTo: growth.position) ? growth.anchors(at: now) : []
    }

    /// When the newest anchor until `now` was made; `nil` when there is none.
    ///
    /// One from the future was made before the clock was set back, and says nothing of the next one.
    public func lastAnchorAt(until now: Timestamp) async throws(StorageFault) -> Timestamp? {
        let found = try await rows(AnchorStatement.lastTime, [now.bound])
        return try read { try found.first?[...].at(0).timestamp }
    }

    /// Whether there is an entry behind the newest anchor, as far as can be seen now.
    private func hasGrown() async throws(StorageFault) -> Bool {
        let answer = try await answers(.reads, [PostgresStatement(AnchorStatement.growth)])
        return answer.first?.first == .boolean(true)
    }

    /// No entry that is seen from now on has this position or a smaller one; `nil` where another node looks for it.
    private func endOfTrail() async throws(StorageFault) -> Int64? {
        do {
            return try await pool.transaction { transaction in
                let turn = try await transaction.run([.init(AnchorStatement.patience), .init(AnchorStatement.turn)])
                guard turn.last?.first == .boolean(true) else { return nil }
                let steps = [AnchorStatement.silence, AnchorStatement.end]
                let answers = try await transaction.commit(PostgresBatch(.reads, steps.map { .init($0) }))
                return try (answers.last?.first ?? .null).integer
            }
        } catch {
            throw StorageFault(underlying: error)
        }
    }

    /// - Returns: `false` where another node has stored anchors with these numbers.
    private func store(_ anchors: [AuditAnchor], upTo position: Int64) async throws(StorageFault) -> Bool {
        guard !anchors.isEmpty else { return true }
        let statements = anchors.map { anchor in
            PostgresStatement(
                AnchorStatement.insert,
                [
                    anchor.organisation.bound, anchor.number.bound, anchor.at.bound, anchor.entries.bound,
                    anchor.contentDigest.bound, anchor.previous.bound, anchor.hash.bound, position.bound,
                ]
            )
        }
        do throws(PostgresError) {
            _ = try await pool.runRetrying(PostgresBatch(.writes, statements))
            return true
        } catch {
            if error.kind == .uniqueViolation { return false }
            throw StorageFault(error)
        }
    }
}

/// The statements over anchors, in full.
enum AnchorStatement {
    /// All commits wait while this one does.
    static let patience = "SELECT set_config('lock_timeout', '200ms', true)"

    /// One node at a time; the others leave it to that one.
    static let turn = "SELECT pg_try_advisory_xact_lock(\(turnNumber))"

    /// Any number: nothing else asks for this lock.
    static let turnNumber: Int64 = 0x6368_6176_6561

    static let growth = """
        SELECT COALESCE((SELECT MAX("position") FROM "payments"."audit_entry"), 0)
            > COALESCE((SELECT MAX("position") FROM "payments"."audit_anchor"), 0)
        """

    static let silence = #"LOCK TABLE "payments"."audit_entry" IN SHARE MODE"#

    static let end = #"SELECT COALESCE(MAX("position"), 0) FROM "payments"."audit_entry""#

    static let newest = """
        SELECT \(AuditAnchor.columnList) FROM "payments"."audit_anchor" AS "a" WHERE "number" = (
            SELECT MAX("number") FROM "payments"."audit_anchor" AS "b"
            WHERE "b"."organisation" = "a"."organisation")
        """

    static let position = #"SELECT COALESCE(MAX("position"), 0) FROM "payments"."audit_anchor""#

    static let entries = """
        SELECT "position", "organisation", "hash" FROM "payments"."audit_entry"
        WHERE "position" > $1 AND "position" <= $2 ORDER BY "position" LIMIT 10000
        """

    static let lastTime = #"SELECT MAX("at") FROM "payments"."audit_anchor" WHERE "at" <= $1"#

    static let insert = """
        INSERT INTO "payments"."audit_anchor"
            ("organisation", "number", "at", "entries", "content_digest", "previous", "hash", "position")
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """
}
