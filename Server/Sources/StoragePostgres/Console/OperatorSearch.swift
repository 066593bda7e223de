/// Looks into an index for each way to name an object.
enum OperatorSearch {
    /// `$1` is the text as an id is written, `$2` as it came.
    static let statement = """
        WITH RECURSIVE \(atBanks.map(\.institutions).joined(separator: ", "))
        SELECT "table", "id" FROM (\(selections.joined(separator: " UNION "))) AS "named" ORDER BY "id" DESC LIMIT 10
        """

    private static let selections =
        own.map { $0.selection("$1") } + external.map(\.selectionOfEachOrganisation)
        + atBanks.map(\.selectionOfEachInstitution) + [endToEnd.selection("$2"), delivery]

    private static let own = [
        Naming(table: "enrollment", column: "id"), Naming(table: "payment_intent", column: "id"),
        Naming(table: "payment_intent", column: "charge"),
    ]
    private static let external = [
        Naming(table: "enrollment", column: "external_id"), Naming(table: "payment_intent", column: "external_id"),
    ]
    private static let atBanks = [
        Naming(table: "enrollment", column: "bank_enrollment_id"),
        Naming(table: "payment_intent", column: "consent_id"),
        Naming(table: "payment_intent", column: "bank_payment_id"),
    ]
    private static let endToEnd = Naming(table: "payment_intent", column: "end_to_end_id")
    private static let delivery = """
        SELECT 'webhook_delivery' AS "table", "d"."id" FROM "payments"."webhook_delivery" AS "d"
        JOIN "payments"."webhook_endpoint" AS "p"
            ON "p"."organisation" = "d"."organisation" AND "p"."id" = "d"."endpoint" AND "p"."standing" <> 'deleted'
        WHERE "d"."status" IN ('pending', 'delivered', 'parked') AND "d"."id" = $1
        """
}

/// A column that names rows of a table, alone or behind an organisation or an institution.
private struct Naming {
    var table: String
    var column: String

    func selection(_ parameter: String) -> String {
        newest(#"FROM "payments"."\#(table)" AS "r" WHERE "r"."\#(column)" = \#(parameter)"#)
    }

    /// One look for each there is.
    var selectionOfEachOrganisation: String {
        ofEach(#""payments"."organisation""#, #""r"."organisation" = "w"."id""#)
    }

    /// The same, of the institutions that stand in the index.
    var selectionOfEachInstitution: String {
        ofEach(#""\#(table)_\#(column)_at""#, #""r"."institution" = "w"."id""#)
    }

    /// A common table expression of each institution once, found by one look for each.
    var institutions: String {
        let lowest = """
            SELECT MIN("institution") FROM "payments"."\(table)" WHERE "\(column)" IS NOT NULL
            """
        return """
            "\(table)_\(column)_at" ("id") AS (\(lowest) UNION ALL
                SELECT (\(lowest) AND "institution" > "w"."id")
                FROM "\(table)_\(column)_at" AS "w" WHERE "w"."id" IS NOT NULL)
            """
    }

    /// The newest ten of each are more than the newest ten of all.
    private func ofEach(_ owners: String, _ condition: String) -> String {
        """
        SELECT "found"."table", "found"."id" FROM \(owners) AS "w" CROSS JOIN LATERAL (
            SELECT '\(table)' AS "table", "r"."id" AS "id" FROM "payments"."\(table)" AS "r"
            WHERE "r"."\(column)" = $2 AND \(condition) ORDER BY "r"."id" DESC LIMIT 10) AS "found"
        """
    }

    /// The newest ten of what `source` finds as `r`.
    private func newest(_ source: String) -> String {
        """
        SELECT * FROM (
            SELECT '\(table)' AS "table", "r"."id" AS "id" \(source) ORDER BY "r"."id" DESC LIMIT 10) AS "found"
        """
    }
}
