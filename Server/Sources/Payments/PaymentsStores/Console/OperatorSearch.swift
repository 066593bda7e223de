import ChaveBase
import SQLPort

/// Finds objects through one index for each kind of name.
///
/// A column that names rows within an organisation or an institution needs one look-up for each of them. In PostgreSQL,
/// a `LATERAL` join enforces this, with a limit for each part. In SQLite, the order of joins and the index enforce it.
enum OperatorSearch {
    /// The search: `?1` is the text as an id, null when it is not one; `?2` is the text as received.
    static let statement = PaymentsSchema.all.text(
        sqlite: statement { owners, naming, condition in
            naming.newest(
                #"FROM \#(owners) AS "w" CROSS JOIN \#(naming.indexed) WHERE "r"."\#(naming.column)" = ?2 AND \#(condition)"#
            )
        },
        postgres: statement { owners, naming, condition in
            """
            SELECT "found"."table", "found"."id" FROM \(owners) AS "w" CROSS JOIN LATERAL (
                SELECT '\(naming.table)' AS "table", "r"."id" AS "id" FROM "\(naming.table)" AS "r"
                WHERE "r"."\(naming.column)" = ?2 AND \(condition) ORDER BY "r"."id" DESC LIMIT 10) AS "found"
            """
        }
    )

    private static func statement(
        _ ofEach: (_ owners: String, _ naming: NamingIndex, _ condition: String) -> String
    ) -> String {
        var selections = own.map { $0.selection("?1") }
        selections += external.map { ofEach(#""organisation""#, $0, #""r"."organisation" = "w"."id""#) }
        selections += atBanks.map { ofEach(#""\#($0.name)_at""#, $0, #""r"."institution" = "w"."id""#) }
        selections += [endToEnd.selection("?2"), delivery] + scheduled
        return """
            WITH RECURSIVE \(atBanks.map(\.institutions).joined(separator: ", "))
            SELECT "table", "id" FROM (\(selections.joined(separator: " UNION "))) AS "named"
            ORDER BY "id" DESC LIMIT 10
            """
    }

    private static let own = [
        NamingIndex(table: "enrollment", name: "enrollment_id", column: "id"),
        NamingIndex(table: "payment_intent", name: "payment_intent_id", column: "id"),
        NamingIndex(table: "payment_intent", name: "payment_intent_charge", column: "charge"),
    ]
    private static let external = [
        NamingIndex(table: "enrollment", name: "enrollment_external", column: "external_id"),
        NamingIndex(table: "payment_intent", name: "payment_intent_any_external", column: "external_id"),
    ]
    private static let atBanks = [
        NamingIndex(table: "enrollment", name: "enrollment_bank", column: "bank_enrollment_id"),
        NamingIndex(table: "payment_intent", name: "payment_intent_consent", column: "consent_id"),
        NamingIndex(table: "payment_intent", name: "payment_intent_bank_payment", column: "bank_payment_id"),
    ]
    private static let endToEnd = NamingIndex(
        table: "payment_intent",
        name: "payment_intent_end_to_end",
        column: "end_to_end_id"
    )
    /// The intent of a scheduled charge, by the charge's id, its end-to-end id, or its payment at the bank.
    private static let scheduled = [
        ofSchedule("scheduled_charge_id", #""c"."id" = ?1"#),
        ofSchedule("scheduled_charge_end_to_end", #""c"."end_to_end_id" = ?2"#),
    ]

    private static func ofSchedule(_ index: String, _ condition: String) -> String {
        """
        SELECT 'payment_intent' AS "table", "c"."intent" AS "id"
        FROM "scheduled_charge" AS "c" INDEXED BY "\(index)" WHERE \(condition)
        """
    }

    private static let delivery = """
        SELECT 'webhook_delivery' AS "table", "d"."id"
        FROM "webhook_delivery" AS "d" INDEXED BY "webhook_delivery_any_status" CROSS JOIN "webhook_endpoint" AS "p"
        WHERE "p"."organisation" = "d"."organisation" AND "p"."id" = "d"."endpoint" AND "p"."standing" <> 'deleted'
            AND "d"."status" IN ('pending', 'delivered', 'parked') AND "d"."id" = ?1
        """
}

/// An index by which a column names rows of a table, alone or within an organisation or an institution.
private struct NamingIndex {
    var table: String
    var name: String
    var column: String

    var indexed: String { #""\#(table)" AS "r" INDEXED BY "\#(name)""# }

    func selection(_ parameter: String) -> String {
        newest(#"FROM \#(indexed) WHERE "r"."\#(column)" = \#(parameter)"#)
    }

    /// A common table expression of each distinct institution, with one index look-up for each.
    var institutions: String {
        func lowest(_ condition: String) -> String {
            """
            SELECT (SELECT "institution" FROM "\(table)" INDEXED BY "\(name)" WHERE "\(column)" IS NOT NULL\(condition)
                ORDER BY "institution" LIMIT 1)
            """
        }
        return """
            "\(name)_at" ("id") AS (\(lowest("")) UNION ALL
                \(lowest(#" AND "institution" > "w"."id""#)) FROM "\(name)_at" AS "w" WHERE "w"."id" IS NOT NULL)
            """
    }

    /// The newest ten rows that `source` finds as `r`.
    func newest(_ source: String) -> String {
        """
        SELECT * FROM (
            SELECT '\(table)' AS "table", "r"."id" AS "id" \(source) ORDER BY "r"."id" DESC LIMIT 10) AS "found"
        """
    }
}
