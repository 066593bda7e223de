public import PostgresClient

extension SharedServer {
    /// Runs `body` with a pool on a new and empty database, and closes it.
    ///
    /// Its deadlines are those of a machine that has other things to do.
    public static func withPool(_ name: String, _ body: (PostgresPool) async throws -> Void) async throws {
        try await withDatabase(name) { string async throws in
            var settings = try PostgresSettings(string)
            (settings.deadline, settings.longestWait) = (.seconds(60), .seconds(60))
            let pool = PostgresPool(settings)
            do {
                try await body(pool)
            } catch {
                await pool.close()
                throw error
            }
            await pool.close()
        }
    }
}
