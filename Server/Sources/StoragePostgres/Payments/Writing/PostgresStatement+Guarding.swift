import PostgresClient

extension PostgresStatement {
    /// The text of a write that has to find its row: it divides by the number of rows that it found.
    static func guarding(_ write: String) -> String {
        """
        WITH "done" AS (
        \(write) RETURNING 1
        ) SELECT 1 / COUNT(*) FROM "done"
        """
    }

    /// The text of a question that has to find a row, which stays as it is until the commit.
    static func holding(_ question: String) -> String {
        """
        WITH "held" AS (
        \(question) FOR SHARE
        ) SELECT 1 / COUNT(*) FROM "held"
        """
    }
}
