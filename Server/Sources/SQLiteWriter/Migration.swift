import GRDB

/// One step of a schema, applied once and never changed afterwards.
public struct Migration: Hashable, Sendable {
    /// Its number and purpose, such as `0001_payments`; the order in the list is the order of application.
    public var name: String
    public var sql: String

    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// Why a database cannot be brought to the schema that this program knows.
public enum MigrationRefusal: Error, Hashable, Sendable {
    /// The database was migrated by a newer program: it holds a step that this one does not know.
    case newerSchema(found: String)
    /// The database holds known steps in another order, or lacks one in the middle.
    case differentHistory(expected: String, found: String)
    /// The database lacks a step, and whoever opens it is not the one to apply it.
    case olderSchema(lacking: String)
}

extension Migration {
    /// Applies what is missing of `migrations`, each in its own transaction.
    ///
    /// - Throws: ``MigrationRefusal`` before anything was written, or SQLite's error, with the failed step undone.
    static func apply(_ migrations: [Migration], to database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS "schema_migration" (
                    "position" INTEGER NOT NULL PRIMARY KEY,
                    "name" TEXT NOT NULL UNIQUE
                ) STRICT
                """
        )
        let applied = try applied(to: database)
        try requireHistory(applied, of: migrations.map(\.name))
        for (position, migration) in migrations.enumerated().dropFirst(applied.count) {
            try database.inTransaction(.immediate) {
                try database.execute(sql: migration.sql)
                try database.execute(
                    sql: #"INSERT INTO "schema_migration" ("position", "name") VALUES (?1, ?2)"#,
                    arguments: [position + 1, migration.name]
                )
                return .commit
            }
        }
    }

    /// Changes nothing.
    ///
    /// - Throws: ``MigrationRefusal`` when the database's schema is any other than that of all `migrations`.
    static func require(_ migrations: [Migration], in database: Database) throws {
        let applied = try database.tableExists("schema_migration") ? applied(to: database) : []
        try requireHistory(applied, of: migrations.map(\.name))
        if applied.count < migrations.count {
            throw MigrationRefusal.olderSchema(lacking: migrations[applied.count].name)
        }
    }

    private static func applied(to database: Database) throws -> [String] {
        try String.fetchAll(database, sql: #"SELECT "name" FROM "schema_migration" ORDER BY "position""#)
    }

    /// Whether what was applied, by name, is the beginning of what this program knows, whatever the database.
    ///
    /// - Throws: ``MigrationRefusal/newerSchema(found:)`` or ``MigrationRefusal/differentHistory(expected:found:)``.
    package static func requireHistory(_ applied: [String], of known: [String]) throws {
        if let newer = applied.first(where: { !known.contains($0) }) {
            throw MigrationRefusal.newerSchema(found: newer)
        }
        for (found, expected) in zip(applied, known) where found != expected {
            throw MigrationRefusal.differentHistory(expected: expected, found: found)
        }
    }
}
