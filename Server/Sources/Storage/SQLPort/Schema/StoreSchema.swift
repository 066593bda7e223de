public import PostgresClient
public import SQLiteWriter

/// The tables of one store, written once for both databases.
///
/// A statement is SQLite's SQL with these words:
///
/// - The types are `TEXT`, `INTEGER`, `BLOB` and `UUID` (sixteen bytes, in SQLite a `BLOB`).
/// - `INTEGER NOT NULL PRIMARY KEY` is a number that the database gives to each new row.
/// - `AUTOINCREMENT` may follow such a number: no later row gets a used number again.
/// - `WITHOUT ROWID` may end a table that is sorted by its key.
///
/// It begins with `CREATE TABLE`, `CREATE INDEX`, `CREATE UNIQUE INDEX`, `ALTER TABLE` or `INSERT INTO`. It has no
/// comment, no semicolon and no `CAST`. Names have no schema prefix. Both databases compare and sort by bytes.
public struct StoreSchema: Sendable {
    /// Statements that are applied together, once, and never change afterwards.
    public struct Step: Sendable {
        public let name: String
        public let statements: [String]
        /// The SQL for one database alone, which runs after `statements`: triggers, and tables that only this database
        /// needs.
        let ofSQLite: [String]
        let ofPostgres: [String]

        public init(name: String, statements: [String], ofSQLite: [String] = [], ofPostgres: [String] = []) {
            for statement in statements {
                precondition(SchemaText.isKnown(statement), "a statement in words that a schema does not have: \(name)")
            }
            self.name = name
            self.statements = statements
            self.ofSQLite = ofSQLite
            self.ofPostgres = ofPostgres
        }
    }

    /// The name of the schema in PostgreSQL.
    public let name: String
    public let steps: [Step]
    /// The number of the advisory lock that a node holds while it changes the schema; each store has another number.
    public let lockNumber: Int64
    /// This program's functions, which statements that write to a file call by name.
    public let functions: [SQLiteFunction]
    let names: SchemaNames
    let listTexts = TextShelf()

    public init(name: String, steps: [Step], lockNumber: Int64, functions: [SQLiteFunction] = []) {
        self.name = name
        self.functions = functions
        self.steps = steps
        self.lockNumber = lockNumber
        names = SchemaNames(steps.flatMap { $0.statements + $0.ofPostgres })
    }

    /// The tables of both databases and the table of applied steps, without the tables that only PostgreSQL has.
    public var tables: [String] { (SchemaNames(steps.flatMap(\.statements)).tables).sorted() }

    /// The steps for a file.
    public var migrations: [Migration] {
        steps.map { step in
            let statements = step.statements.map(SchemaText.ofSQLite) + step.ofSQLite
            return Migration(name: step.name, sql: statements.joined(separator: ";\n"))
        }
    }

    /// The schema for PostgreSQL.
    public var inPostgres: SchemaInPostgres {
        SchemaInPostgres(
            name: name,
            steps: steps.map { step in
                SchemaInPostgres.Step(
                    name: step.name,
                    statements: step.statements.map(SchemaText.ofPostgres) + step.ofPostgres
                )
            },
            lock: lock
        )
    }

    /// The statement that takes the lock until the end of a transaction.
    public var lock: PostgresStatement {
        PostgresStatement("SELECT pg_advisory_xact_lock($1)", [.integer(lockNumber)])
    }
}
