import ChavePixModel
import GRDB
package import PaymentsCore
import SQLiteWriter
package import StoredForms

extension SQLitePaymentsStore {
    package func objectsOfAll(named text: String) async throws(StorageFault) -> FoundObjects {
        let id = ResourceID<Void>(text)?.text ?? text
        return try await lookUp { database in
            try FoundObjects(rows: try database.rows(OperatorSearch.statement, [id.databaseValue, text.databaseValue]))
        }
    }
}

/// Looks into an index for each way to name an object.
enum OperatorSearch {
    /// `?1` is the text as an id is written, `?2` as it came.
    static let statement = """
        WITH RECURSIVE \(atBanks.map(\.institutions).joined(separator: ", "))
        SELECT "table", "id" FROM (\(selections.joined(separator: " UNION "))) ORDER BY "id" DESC LIMIT 10
        """

    private static let selections =
        own.map { $0.selection("?1") } + external.map(\.selectionOfEachOrganisation)
        + atBanks.map(\.selectionOfEachInstitution) + [endToEnd.selection("?2"), delivery]

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
    private static let delivery = """
        SELECT 'webhook_delivery' AS "table", "d"."id"
        FROM "webhook_delivery" AS "d" INDEXED BY "webhook_delivery_any_status"
        CROSS JOIN "webhook_endpoint" AS "p" ON "p"."organisation" = "d"."organisation" AND "p"."id" = "d"."endpoint"
            AND "p"."standing" <> 'deleted'
        WHERE "d"."status" IN ('pending', 'delivered', 'parked') AND "d"."id" = ?1
        """
}

/// An index by which a column names rows of a table, alone or behind an organisation or an institution.
private struct NamingIndex {
    var table: String
    var name: String
    var column: String

    func selection(_ parameter: String) -> String {
        newest(#"FROM "\#(table)" AS "r" INDEXED BY "\#(name)" WHERE "r"."\#(column)" = \#(parameter)"#)
    }

    /// One look for each there is.
    var selectionOfEachOrganisation: String {
        newest(#"FROM "organisation" AS "w" \#(joined) "r"."organisation" = "w"."id""#)
    }

    /// The same, of the institutions that stand in the index.
    var selectionOfEachInstitution: String {
        newest(#"FROM "\#(name)_institution" AS "w" \#(joined) "r"."institution" = "w"."id""#)
    }

    /// A common table expression of each institution once, found by one look for each.
    var institutions: String {
        let lowest = """
            SELECT MIN("institution") FROM "\(table)" INDEXED BY "\(name)" WHERE "\(column)" IS NOT NULL
            """
        return """
            "\(name)_institution" ("id") AS (\(lowest) UNION ALL
                SELECT (\(lowest) AND "institution" > "w"."id")
                FROM "\(name)_institution" AS "w" WHERE "w"."id" IS NOT NULL)
            """
    }

    private var joined: String {
        #"CROSS JOIN "\#(table)" AS "r" INDEXED BY "\#(name)" ON "r"."\#(column)" = ?2 AND"#
    }

    /// The newest ten of what `source` finds as `r`.
    private func newest(_ source: String) -> String {
        #"SELECT * FROM (SELECT '\#(table)' AS "table", "r"."id" AS "id" \#(source) ORDER BY "r"."id" DESC LIMIT 10)"#
    }
}
