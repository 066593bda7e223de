import ChaveBase
import SQLPort

/// Ids as one value, sixteen bytes each; each database splits it with its own functions.
enum IDList {
    static func value<Kind>(_ ids: some Sequence<ResourceID<Kind>>) -> SQLValue { .bytes(ids.flatMap(\.bytes)) }

    /// A query that returns one id in each row.
    static func ofSQLite(_ parameter: String) -> String {
        """
        WITH RECURSIVE "place" ("at") AS (
            SELECT 1 WHERE length(\(parameter)) > 0
            UNION ALL SELECT "at" + 16 FROM "place" WHERE "at" + 16 < length(\(parameter)))
        SELECT substr(\(parameter), "at", 16) FROM "place"
        """
    }

    /// An array of the ids.
    static func ofPostgres(_ parameter: String) -> String {
        """
        ARRAY(SELECT encode(substring(\(parameter) FROM "at" FOR 16), 'hex')::uuid
            FROM generate_series(1, length(\(parameter)), 16) AS "place" ("at"))
        """
    }
}
