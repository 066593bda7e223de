public import ChaveBase
import ChavePixModel
public import PaymentsModel
import SQLPort

extension SQLPaymentsStore {
    /// Several nodes may prune at once: each takes rows that no other node is pruning.
    public func pruneDeliveries(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        let bounds = [time.bound, .limit(limit)]
        let ofDeliveries = bounds + (holds.map { [IDList.value($0.held(at: time))] } ?? [])
        let ofEvents = bounds + [CreationSpan.lastID(of: time).bound]
        let statements =
            (Pruning.attempts + Pruning.deliveries).map { SQLStatement($0, values: ofDeliveries) }
            + Pruning.endpoints.map { SQLStatement($0) } + [SQLStatement(Pruning.events, values: ofEvents)]
        do {
            let answers = try await batches.write(asking: statements) { answers in
                (answers.last?.count ?? 0) > 0 ? [SQLStatement(Pruning.mark, [time])] : []
            }.asked
            let deliveries = answers.dropFirst(Pruning.attempts.count).prefix(Pruning.deliveries.count)
            return deliveries.reduce(0) { $0 + $1.count } + (answers.last?.count ?? 0)
        } catch {
            throw StorageFault(error)
        }
    }
}

/// The kinds of rows that are deleted, each with all rows that depend on it.
///
/// Nodes prune at the same time: PostgreSQL skips rows that another node is handling, and deletes attempts in the
/// statement that finds their deliveries. SQLite, whose one writer runs the same query twice, deletes the attempts
/// first.
enum Pruning {
    /// The statements whose plans a test reads.
    static let ofServer = attempts + deliveries + endpoints + [events, mark]

    // MARK: Deliveries
    //
    // The statements begin at the few endpoints that are not enabled, not at all waiting deliveries. A delivery for a
    // disabled endpoint is stored for its time after the last action for it. A held delivery is left alone, unless its
    // lease ended before `?1`: no worker came back for it. In a file, `?3` is the list of held deliveries.

    private static let ended = #""d"."ended_at" IS NOT NULL AND "d"."ended_at" < ?1"#

    /// The endpoints whose deliveries are deleted, with the conditions for those deliveries.
    private static let ofEndpoints = [
        (#""e"."standing" = 'deleted'"#, #"("d"."ended_at" IS NULL OR "d"."ended_at" >= ?1)"#),
        (
            #""e"."standing" = 'disabled' AND "e"."disabled_at" < ?1"#,
            """
            "d"."status" = 'pending' AND "d"."created_at" < ?1 AND ("d"."resent_at" IS NULL OR "d"."resent_at" < ?1)
            """
        ),
    ]

    private static let some = #"SELECT "d"."organisation", "d"."id" FROM "webhook_delivery" AS "d""#
    private static let isFree = #"("d"."locked_until" IS NULL OR "d"."locked_until" < ?1)"#
    private static let isFreeInFile = #""d"."id" NOT IN (\#(IDList.ofSQLite("?3")))"#

    /// Deletes attempts, only in a file.
    static let attempts = selectionsOfSQLite.map { selection in
        PaymentsSchema.all.text(
            sqlite: #"DELETE FROM "webhook_attempt" WHERE ("organisation", "delivery") IN (\#(selection))"#,
            postgres: nil
        )
    }

    static let deliveries = zip(selectionsOfSQLite, selectionsOfPostgres).map { sqlite, postgres in
        PaymentsSchema.all.text(
            sqlite: #"DELETE FROM "webhook_delivery" WHERE ("organisation", "id") IN (\#(sqlite))"#,
            postgres: """
                WITH "gone" AS (
                    \(postgres)
                ), "attempts" AS (
                    DELETE FROM "webhook_attempt" AS "a" USING "gone" AS "g"
                    WHERE "a"."organisation" = "g"."organisation" AND "a"."delivery" = "g"."id"
                )
                DELETE FROM "webhook_delivery" AS "d" USING "gone" AS "g"
                WHERE "d"."organisation" = "g"."organisation" AND "d"."id" = "g"."id"
                """
        )
    }

    private static let selectionsOfSQLite =
        [#"\#(some) WHERE \#(ended) AND \#(isFreeInFile) ORDER BY "d"."ended_at" LIMIT ?2"#]
        + ofEndpoints.map { which, condition in
            """
            SELECT "d"."organisation", "d"."id" FROM "webhook_endpoint" AS "e" CROSS JOIN "webhook_delivery" AS "d"
            WHERE "d"."organisation" = "e"."organisation" AND "d"."endpoint" = "e"."id" AND \(which) AND \(isFreeInFile)
                AND \(condition) LIMIT ?2
            """
        }

    /// The selections are in the order of ids, so that the planner uses the endpoint's index, however many rows it
    /// expects.
    private static let selectionsOfPostgres =
        [#"\#(some) WHERE \#(ended) ORDER BY "d"."ended_at" \#(held)"#]
        + ofEndpoints.map { which, condition in
            """
            SELECT "d"."organisation", "d"."id" FROM "webhook_endpoint" AS "e" CROSS JOIN LATERAL (
                \(some) WHERE "d"."organisation" = "e"."organisation" AND "d"."endpoint" = "e"."id" AND \(isFree)
                    AND \(condition) ORDER BY "d"."id" \(held)) AS "d"
            WHERE \(which) LIMIT ?2
            """
        }

    private static let held = #"LIMIT ?2 FOR UPDATE OF "d" SKIP LOCKED"#

    // MARK: Endpoints that were deleted and have no delivery any more

    static let endpoints = [
        SQLText.payments(
            """
            DELETE FROM "webhook_choice" WHERE EXISTS (
                SELECT 1 FROM "webhook_endpoint" AS "e" WHERE "e"."organisation" = "webhook_choice"."organisation"
                    AND "e"."id" = "webhook_choice"."endpoint" AND "e"."standing" = 'deleted')
            """
        ),
        SQLText.payments(
            """
            DELETE FROM "webhook_endpoint" WHERE "standing" = 'deleted' AND NOT EXISTS (
                SELECT 1 FROM "webhook_delivery" AS "d"
                WHERE "d"."organisation" = "webhook_endpoint"."organisation" AND "d"."endpoint" = "webhook_endpoint"."id"
                ORDER BY "d"."id" LIMIT 1)
            """
        ),
    ]

    // MARK: Events that no delivery needs

    /// The condition for old events, by their ids and by organisation.
    ///
    /// An id contains the time of its event, and `?3` is the last id of the time `?1`.
    private static let isOld = """
        "v"."organisation" = "w"."id" AND "v"."id" <= ?3 AND "v"."at" < ?1 AND NOT EXISTS (
            SELECT 1 FROM "webhook_delivery" AS "d"
            WHERE "d"."organisation" = "v"."organisation" AND "d"."event" = "v"."id" OFFSET 0)
        """

    static let events = PaymentsSchema.all.text(
        sqlite: """
            DELETE FROM "event" WHERE "position" IN (
                SELECT "v"."position" FROM "organisation" AS "w" CROSS JOIN "event" AS "v" WHERE \(isOld) LIMIT ?2)
            """,
        postgres: """
            DELETE FROM "event" WHERE "position" = ANY (ARRAY(
                SELECT "v"."position" FROM "organisation" AS "w" CROSS JOIN LATERAL (
                    SELECT "v"."position" FROM "event" AS "v" WHERE \(isOld)
                    ORDER BY "v"."id" LIMIT ?2 FOR UPDATE SKIP LOCKED) AS "v" LIMIT ?2))
            """
    )

    /// Stores the time before which events may be deleted, when any were deleted.
    static let mark = SQLText.payments(
        #"UPDATE "event_retention" SET "pruned_before" = ?1 WHERE "one" = 1 AND "pruned_before" < ?1"#
    )
}
