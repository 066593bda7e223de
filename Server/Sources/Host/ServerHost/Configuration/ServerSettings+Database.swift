import ChaveBase
import PostgresClient

extension ServerSettings {
    /// The default number of connections of a node.
    public static let standardDatabaseConnections = 8

    /// The PostgreSQL of the settings; its other settings are checked even without an address.
    static func database(_ reading: inout SettingsReading) throws(SettingsRefusal) -> PostgresSettings? {
        let address = try reading.text(.database)
        let source = reading.source(.database)
        let connections = try reading.number(.databaseConnections, otherwise: standardDatabaseConnections)
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

    /// Refuses backups together with PostgreSQL: a copy of the data directory would miss its data.
    static func requireWhole(_ configuration: ServerConfiguration) throws(SettingsRefusal) {
        guard configuration.database != nil, configuration.backups != nil else { return }
        throw .conflict(.backupTo, .database, reason: "PostgreSQL has its own copies, see docs/operations.md.")
    }

    /// The place of a server's data, for commands that work on it; `dataDirectory` is the default.
    ///
    /// The number of connections is that of a command, not that of the server.
    public static func place(_ sources: SettingsSources, dataDirectory: String) throws(SettingsRefusal) -> DataPlace {
        var reading = SettingsReading(sources)
        let directory = try reading.text(.data, otherwise: dataDirectory)
        var database = try database(&reading)
        database?.connections = 3
        return DataPlace(directory: directory, database: database)
    }
}
