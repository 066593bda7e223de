import PostgresClient

extension ServerSettings {
    /// Where PostgreSQL is; what is said of it without it is checked all the same.
    static func database(_ reading: inout SettingsReading) throws(SettingsRefusal) -> PostgresSettings? {
        let address = try reading.text(.database)
        let source = reading.source(.database)
        let connections = try reading.number(.databaseConnections, otherwise: 8)
        let names = PostgresSettings.Statements.allCases.map(\.rawValue)
        let statements = try reading.text(.databaseStatements, otherwise: names[0], oneOf: names)
        guard let address else { return nil }
        var settings: PostgresSettings
        do throws(PostgresError) {
            settings = try PostgresSettings(address)
        } catch {
            throw .invalid(.database, source: source, rule: "an address such as postgres://user@host:5432/name")
        }
        guard source != "--\(Setting.database.rawValue)" || !settings.hasPassword else {
            throw .secretAsFlag(.database)
        }
        settings.connections = connections
        settings.statements = PostgresSettings.Statements(rawValue: statements) ?? .prepared
        return settings
    }

    /// What does not go with PostgreSQL.
    ///
    /// A copy of the data directory would hold none of what is there, and outside the sandbox nothing could make a merchant
    /// or a tenant.
    static func requireWhole(_ configuration: ServerConfiguration) throws(SettingsRefusal) {
        guard configuration.database != nil else { return }
        guard configuration.isSandbox else {
            throw .missing(.sandbox, reason: "merchants and tenants of other servers are made in files alone.")
        }
        guard configuration.backups != nil else { return }
        throw .conflict(.backupTo, .database, reason: "PostgreSQL has its own copies, see docs/operations.md.")
    }
}
