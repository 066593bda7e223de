package import ChaveBase
package import ChavePixModel
package import PaymentsModel
import SQLPort

/// The statements of a choice among all payments.
///
/// The conditions may be any, and no index serves them all. So a statement looks at a window of the newest rows by their
/// ids, whose size is bounded, and never at the whole table.
struct OperatorPaymentReading {
    private var conditions: [String] = []
    private var values: [SQLValue] = []
    private let filter: OperatorPaymentFilter

    init(_ filter: OperatorPaymentFilter) { self.filter = filter }

    // MARK: The window

    /// The newest possible id of the choice, or the cursor where it is older.
    private func upper(before cursor: PaymentIntentID?) -> AnyID {
        let newest = filter.createdTo.map(CreationSpan.newestID) ?? AnyID(high: .max, low: .max)
        guard let cursor = cursor?.ofAnyKind, cursor < newest else { return newest }
        return cursor
    }

    private var lower: AnyID { filter.createdFrom.map(CreationSpan.oldestID) ?? AnyID(high: 0, low: 0) }

    /// The last row of a window of so many rows, and the row after it, which shows that the window has an end.
    static let end = SQLText.payments(
        """
        SELECT "id" FROM "payment_intent" INDEXED BY "payment_intent_id" WHERE "id" < ?1 AND "id" >= ?2
        ORDER BY "id" DESC LIMIT 2 OFFSET ?3
        """
    )

    func windowEnd(before cursor: PaymentIntentID?, rows: Int) -> SQLStatement {
        SQLStatement(OperatorPaymentReading.end, [upper(before: cursor), lower, SQLValue.limit(rows - 1)])
    }

    // MARK: The choice

    func rows(before cursor: PaymentIntentID?, downTo end: PaymentIntentID?, limit: Int) -> SQLStatement {
        var reading = chosen(before: cursor, downTo: end)
        let condition = reading.conditions.joined(separator: " AND ")
        let sql = """
            SELECT "r"."body", "o"."body", "r"."id" FROM "payment_intent" AS "r" INDEXED BY "payment_intent_id"
            CROSS JOIN "organisation" AS "o" WHERE "o"."id" = "r"."organisation" AND \(condition)
            ORDER BY "r"."id" DESC LIMIT \(reading.bind(.limit(limit)))
            """
        return SQLStatement(PaymentsSchema.all.listText(sql), values: reading.values)
    }

    func totals(downTo end: PaymentIntentID?) -> SQLStatement {
        let reading = chosen(before: nil, downTo: end)
        let condition = reading.conditions.joined(separator: " AND ")
        let sql = """
            SELECT "r"."status", COUNT(*), CAST(SUM("r"."amount") AS BIGINT)
            FROM "payment_intent" AS "r" INDEXED BY "payment_intent_id" WHERE \(condition) GROUP BY "r"."status"
            """
        return SQLStatement(PaymentsSchema.all.listText(sql), values: reading.values)
    }

    private func chosen(before cursor: PaymentIntentID?, downTo end: PaymentIntentID?) -> OperatorPaymentReading {
        var reading = self
        reading.require("id", "<", upper(before: cursor))
        reading.require("id", ">=", end?.ofAnyKind ?? lower)
        reading.require("status", "=", filter.status)
        reading.require("reason", "=", filter.reason)
        reading.require("institution", "=", filter.institution)
        reading.require("organisation", "=", filter.organisation)
        reading.require("amount", ">=", filter.amountFrom?.centavos)
        reading.require("amount", "<=", filter.amountTo?.centavos)
        reading.require("created_at", ">=", filter.createdFrom)
        reading.require("created_at", "<", filter.createdTo)
        return reading
    }

    private mutating func require(_ column: String, _ comparison: String, _ value: (some SQLParameter)?) {
        guard let value else { return }
        conditions.append(#""r"."\#(column)" \#(comparison) \#(bind(value.bound))"#)
    }

    private mutating func bind(_ value: SQLValue) -> String {
        values.append(value)
        return "?\(values.count)"
    }

    // MARK: Without a window

    /// The totals of a span of time by the index of statuses alone.
    static let totalsOfSpan = SQLText.payments(
        PaymentOutcomes.statuses.map { status in
            """
            SELECT '\(status)', COUNT(*), CAST(COALESCE(SUM("amount"), 0) AS BIGINT)
            FROM "payment_intent" INDEXED BY "payment_intent_any_status"
            WHERE "status" = '\(status)' AND "created_at" >= ?1 AND "created_at" < ?2
            """
        }
        .joined(separator: " UNION ALL ")
    )

    /// The names of the newest payments.
    static let names = SQLText.payments(
        """
        SELECT "id", "end_to_end_id", "external_id" FROM "payment_intent" INDEXED BY "payment_intent_id"
        ORDER BY "id" DESC LIMIT ?1
        """
    )

    /// The deliveries that were given up.
    static let parked = SQLText.payments(
        """
        SELECT COUNT(*) FROM (
            SELECT 1 FROM "webhook_delivery" INDEXED BY "webhook_delivery_any_status"
            WHERE "status" = 'parked' LIMIT ?1) AS "few"
        """
    )

    /// The payments that were approved and have no end, made before a time.
    static let overdue = SQLText.payments(
        """
        SELECT COUNT(*) FROM (
            SELECT 1 FROM "payment_intent" INDEXED BY "payment_intent_any_status"
            WHERE "status" = 'PROCESSING' AND "created_at" < ?1 LIMIT ?2) AS "few"
        """
    )

    static let organisations = SQLText.payments(#"SELECT "body" FROM "organisation" ORDER BY "id" LIMIT ?1"#)
}

extension SQLPaymentsStore {
    /// The number of rows that a page and the totals of a choice read.
    private static let (pageWindow, totalsWindow) = (5_000, 20_000)
    /// The number of newest payments that a search for a part of a name reads.
    private static let namesWindow = 20_000

    package func payments(
        _ filter: OperatorPaymentFilter,
        before cursor: PaymentIntentID?,
        limit: Int
    ) async throws(StorageFault) -> OperatorPayments {
        let reading = OperatorPaymentReading(filter)
        return try await lookUp { snapshot in
            let end = try snapshot.end(reading.windowEnd(before: cursor, rows: Self.pageWindow))
            let found = try snapshot.rows(reading.rows(before: cursor, downTo: end, limit: limit)).map(\.values)
            // A full page goes on after its last row, any other after the last row that was looked at.
            let last: PaymentIntentID? = try found.count < limit ? end : found.last?[...].at(2).id()
            return OperatorPayments(
                rows: ReadableRows(found) { try OwnedRecord<PaymentIntent>(columnValues: $0) },
                next: last
            )
        }
    }

    package func totals(_ filter: OperatorPaymentFilter) async throws(StorageFault) -> PaymentTotals {
        let reading = OperatorPaymentReading(filter)
        return try await lookUp { snapshot in
            let end = try snapshot.end(reading.windowEnd(before: nil, rows: Self.totalsWindow))
            let found = try snapshot.rows(reading.totals(downTo: end)).map(\.values)
            return PaymentTotals(
                totals: try found.map { try PaymentTotal(columnValues: $0[...]) }.sorted { $0.status < $1.status },
                isCut: end != nil
            )
        }
    }

    package func totals(from start: Timestamp, to end: Timestamp) async throws(StorageFault) -> [PaymentTotal] {
        let found = try await rows(OperatorPaymentReading.totalsOfSpan, [start, end])
        return try read { try found.map { try PaymentTotal(columnValues: $0[...]) } }
    }

    package func payments(namedIn part: String, limit: Int) async throws(StorageFault) -> [PaymentIntentID] {
        let found = try await rows(OperatorPaymentReading.names, [SQLValue.limit(Self.namesWindow)])
        let names = found.compactMap { try? PaymentNames(columnValues: $0[...]) }
        return names.lazy.filter { $0.contain(part) }.prefix(limit).map(\.id)
    }

    package func openProblems(
        approvedBefore time: Timestamp,
        atMost limit: Int
    ) async throws(StorageFault) -> (parked: Int, overdue: Int) {
        let found = try await answers([
            SQLStatement(OperatorPaymentReading.parked, [SQLValue.limit(limit)]),
            SQLStatement(OperatorPaymentReading.overdue, [time, SQLValue.limit(limit)]),
        ])
        return try read {
            func count(_ index: Int) throws -> Int { Int(try found[index].rows.first?.values[...].at(0).integer ?? 0) }
            return (try count(0), try count(1))
        }
    }

    package func organisationsOfAll(limit: Int) async throws(StorageFault) -> ReadableRows<Organisation> {
        ReadableRows(try await rows(OperatorPaymentReading.organisations, [SQLValue.limit(limit)])) {
            try Organisation(columnValues: $0)
        }
    }
}

extension SQLSnapshot {
    /// The last row of a window; `nil` where the window has all rows.
    fileprivate func end(_ statement: SQLStatement) throws -> PaymentIntentID? {
        let found = try rows(statement)
        return try found.count == 2 ? found[0].values[...].at(0).id() : nil
    }
}
