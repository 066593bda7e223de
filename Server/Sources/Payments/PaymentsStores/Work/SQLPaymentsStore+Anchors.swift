public import ChaveBase
import ChavePixModel
public import PaymentsModel
import PostgresClient
import SQLPort

extension SQLPaymentsStore {
    /// Anchors the new entries of every organisation's audit chains.
    ///
    /// The call makes no anchor without new entries, or when another node makes it. It reads while payments continue,
    /// and writes only the few new rows.
    public func anchorAudit(at now: Timestamp) async throws(StorageFault) -> [AuditAnchor] {
        guard let end = try await endOfTrail() else { return [] }
        let answers = try await answers([SQLStatement(AnchorStatement.newest), SQLStatement(AnchorStatement.position)])
        var growth = try read {
            AuditGrowth(
                after: try (answers.first?.rows ?? []).map { try AuditAnchor(columnValues: $0.values[...]) },
                position: try answers.last?.rows.first?.values[...].at(0).integer ?? 0
            )
        }
        while growth.position < end {
            let found = try await rows(AnchorStatement.entries, [growth.position, end])
            guard !found.isEmpty else { break }
            try read {
                for row in found.map({ $0[...] }) {
                    growth.append(try row.at(2).digest, of: try row.at(1).id(), at: try row.at(0).integer)
                }
            }
        }
        let anchors = growth.anchors(at: now)
        return try await store(anchors, upTo: growth.position) ? anchors : []
    }

    /// The time of the newest anchor until `now`; `nil` when there is none.
    ///
    /// An anchor from the future was made before the clock was set back, and says nothing about the next one.
    public func lastAnchorAt(until now: Timestamp) async throws(StorageFault) -> Timestamp? {
        let found = try await rows(AnchorStatement.lastTime, [now])
        return try read { try found.first?[...].at(0).timestamp }
    }

    /// The end of the visible trail: no entry that becomes visible later has this position or a smaller one.
    ///
    /// `nil` when there is nothing new, or when another node is looking for the end.
    ///
    /// In PostgreSQL, entries have positions before they are visible. Therefore the call first waits until no commit is
    /// under way: no anchor would cover an entry that becomes visible later. Commits wait for that one moment. When the
    /// moment does not come within 200 ms, for example beside a vacuum that does not yield, the anchor waits for the
    /// next look.
    private func endOfTrail() async throws(StorageFault) -> Int64? {
        guard try await finds(AnchorStatement.growth) else { return nil }
        guard let pool else {
            let found = try await rows(AnchorStatement.end)
            return try read { try found.first?[...].at(0).integer }
        }
        do {
            return try await pool.transaction { transaction in
                let turn = try await transaction.run([.init(AnchorStatement.patience), .init(AnchorStatement.turn)])
                guard turn.last?.first == .boolean(true) else { return nil }
                let steps = [AnchorStatement.silence, AnchorStatement.end].compactMap(\.postgres)
                let answers = try await transaction.commit(PostgresBatch(.reads, steps.map { .init($0) }))
                guard case .integer(let end)? = answers.last?.first else { return nil }
                return end
            }
        } catch {
            throw StorageFault(underlying: error)
        }
    }

    /// - Returns: `false` when another node has stored anchors with these numbers.
    private func store(_ anchors: [AuditAnchor], upTo position: Int64) async throws(StorageFault) -> Bool {
        guard !anchors.isEmpty else { return true }
        let statements = anchors.map { anchor in
            SQLStatement(
                AnchorStatement.insert,
                [
                    anchor.organisation, anchor.number, anchor.at, anchor.entries, anchor.contentDigest,
                    anchor.previous, anchor.hash, position,
                ]
            )
        }
        do {
            _ = try await batches.write(statements)
            return true
        } catch {
            if case .taken = error { return false }
            throw StorageFault(error)
        }
    }
}

/// The statements over anchors, in full.
enum AnchorStatement {
    static let growth = SQLText.payments(
        """
        SELECT 1 WHERE COALESCE((SELECT MAX("position") FROM "audit_entry"), 0)
            > COALESCE((SELECT MAX("position") FROM "audit_anchor"), 0)
        """
    )

    static let end = SQLText.payments(lastEntry)

    /// The position of the last entry.
    static let lastEntry = #"SELECT COALESCE(MAX("position"), 0) FROM "audit_entry""#

    static let newest = SQLText.payments(
        """
        SELECT \(AuditAnchor.columnList) FROM "audit_anchor" AS "a" WHERE "number" = (
            SELECT MAX("number") FROM "audit_anchor" AS "b" WHERE "b"."organisation" = "a"."organisation")
        """
    )

    static let position = SQLText.payments(#"SELECT COALESCE(MAX("position"), 0) FROM "audit_anchor""#)

    static let entries = SQLText.payments(
        """
        SELECT "position", "organisation", "hash" FROM "audit_entry"
        WHERE "position" > ?1 AND "position" <= ?2 ORDER BY "position" LIMIT 10000
        """
    )

    static let lastTime = SQLText.payments(#"SELECT MAX("at") FROM "audit_anchor" WHERE "at" <= ?1"#)

    static let insert = SQLText.payments(
        """
        INSERT INTO "audit_anchor"
            ("organisation", "number", "at", "entries", "content_digest", "previous", "hash", "position")
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """
    )

    // MARK: Of PostgreSQL alone: a file's positions are seen in their order

    /// The lock timeout: all commits wait while this transaction waits.
    static let patience = "SELECT set_config('lock_timeout', '200ms', true)"

    /// The lock for one node at a time; the other nodes leave the work to it.
    static let turn = "SELECT pg_try_advisory_xact_lock(\(turnNumber))"

    /// The lock's number, which is arbitrary: no other code uses this lock.
    static let turnNumber: Int64 = 0x6368_6176_6561

    static let silence = SQLText.lock(#"LOCK TABLE \#(auditTable) IN SHARE MODE"#)

    private static let auditTable = #""\#(PaymentsSchema.all.name)"."audit_entry""#
}
