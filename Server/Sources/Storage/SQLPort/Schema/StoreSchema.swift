public import PostgresClient
public import SQLiteWriter

/// The tables of one store, said once for both databases.
///
/// A statement is one of SQLite's, in these words: `TEXT`, `INTEGER`, `BLOB` and `UUID` (sixteen bytes, in SQLite a
/// `BLOB`) are the types, `INTEGER NOT NULL PRIMARY KEY` is a number that the database gives each new row, `WITHOUT ROWID` may
/// stand at the end of a table whose key is its order, and `AUTOINCREMENT` behind a number that no later row may have again. It begins with `CREATE TABLE`, `CREATE INDEX`,
/// `CREATE UNIQUE INDEX`, `ALTER TABLE` or `INSERT INTO`, and has no comment, no semicolon and no
/// `CAST`. Names have no schema before them. What is compared or sorted is compared by bytes.
public struct StoreSchema: Sendable {
    /// What is applied together, once, and never changed afterwards.
    public struct Step: Sendable {
        public let name: String
        public let statements: [String]
        /// In the words of one database, behind those that both know: triggers, and tables that only one of them needs.
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

    /// Of the schema in PostgreSQL.
    public let name: String
    public let steps: [Step]
    /// Another one for each store: of the advisory lock that a node holds while it makes or changes what all of them share.
    public let lockNumber: Int64
    /// Of this program, which statements that write to a file call by name.
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

    /// Of both databases, and the one that holds the steps; not those that PostgreSQL alone has.
    public var tables: [String] { (SchemaNames(steps.flatMap(\.statements)).tables).sorted() }

    /// For a file.
    public var migrations: [Migration] {
        steps.map { step in
            let statements = step.statements.map(SchemaText.ofSQLite) + step.ofSQLite
            return Migration(name: step.name, sql: statements.joined(separator: ";\n"))
        }
    }

    /// For PostgreSQL.
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

    /// Held until the end of a transaction.
    public var lock: PostgresStatement {
        PostgresStatement("SELECT pg_advisory_xact_lock($1)", [.integer(lockNumber)])
    }
}
