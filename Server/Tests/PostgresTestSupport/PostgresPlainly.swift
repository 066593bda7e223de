import PostgresClientLibrary

/// What tests need of a server before there is a client to test: a sign of life, and a statement.
///
/// libpq in its simplest form, which waits on the calling thread.
enum PostgresPlainly {
    /// Whether it takes connections.
    static func isReady(_ connectionString: String) -> Bool { PQping(connectionString) == PQPING_OK }

    /// Runs one statement on a connection of its own.
    ///
    /// - Throws: what the server said.
    static func run(_ sql: String, at connectionString: String) throws {
        let connection = PQconnectdb(connectionString)
        defer { PQfinish(connection) }
        let answer = PQexec(connection, sql)
        defer { PQclear(answer) }
        guard PQresultStatus(answer) == PGRES_COMMAND_OK || PQresultStatus(answer) == PGRES_TUPLES_OK else {
            let said = PQerrorMessage(connection).map { String(cString: $0) } ?? "no connection"
            throw PostgresPrograms.Missing(description: "\(sql): \(said)")
        }
    }
}
