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

/// The reason why this program cannot bring a database to its schema.
public enum MigrationRefusal: Error, Hashable, Sendable {
    /// The database was migrated by a newer program: it holds a step that this one does not know.
    case newerSchema(found: String)
    /// The database holds known steps in another order, or lacks one in the middle.
    case differentHistory(expected: String, found: String)
    /// The database lacks a step, and the program that opens it may not apply steps.
    case olderSchema(lacking: String)
}

extension Migration {
    /// Applies the missing steps of `migrations`, each in its own transaction.
    ///
    /// - Throws: ``MigrationRefusal`` before any write, or SQLite's error, with the failed step rolled back.
    static func apply(_ migrations: [Migration], to database: SQLiteConnection) throws {
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
            try database.execute(sql: "BEGIN IMMEDIATE")
            do {
                try database.execute(sql: migration.sql)
                try note(migration, at: position + 1, in: database)
                try database.execute(sql: "COMMIT")
            } catch {
                if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK") }
                throw error
            }
        }
    }

    private static func note(_ migration: Migration, at position: Int, in database: SQLiteConnection) throws {
        let note = try database.prepare(#"INSERT INTO "schema_migration" ("position", "name") VALUES (?1, ?2)"#)
        try note.bind(Int64(position), at: 1)
        try note.bind(migration.name, at: 2)
        try note.execute()
    }

    /// Checks that all `migrations` are applied, and changes nothing.
    ///
    /// - Throws: ``MigrationRefusal`` when the database's schema is not that of all `migrations`.
    static func require(_ migrations: [Migration], in database: SQLiteConnection) throws {
        let isThere = try database.text(of: "SELECT 1 FROM sqlite_schema WHERE name = 'schema_migration'") != nil
        let applied = try isThere ? applied(to: database) : []
        try requireHistory(applied, of: migrations.map(\.name))
        if applied.count < migrations.count {
            throw MigrationRefusal.olderSchema(lacking: migrations[applied.count].name)
        }
    }

    private static func applied(to database: SQLiteConnection) throws -> [String] {
        try database.texts(of: #"SELECT "name" FROM "schema_migration" ORDER BY "position""#).compactMap { $0 }
    }

    /// Checks, for any database, that the applied steps are the beginning of the known steps, by name.
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
