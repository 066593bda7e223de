import ChaveBase
import ChavePixModel

/// What a test asks of a store's tables or does to them behind the store's back, in the words of each database.
///
/// This folder names the stores' tables and columns, so that a change of their layout changes no test. Test targets that
/// do not depend on this module have such a file of their own. Tests that compare schemas or read plans name what they
/// compare.
///
/// PostgreSQL's words name the schema and mean the same on any connection. A semicolon stands between two statements.
package struct StoredSQL: Sendable, CustomStringConvertible {
    package let sqlite: String
    package let postgres: String

    package var description: String { sqlite }

    init(sqlite: String, postgres: String) {
        self.sqlite = sqlite
        self.postgres = postgres
    }

    /// The same words for both databases; `words` gets what stands before the name of a table.
    ///
    /// An id is written as SQLite's bytes, `ResourceID.literal`, which PostgreSQL reads without their mark.
    init(in schema: String, _ words: (_ before: String) -> String) {
        self.init(sqlite: words(""), postgres: words("\"\(schema)\".").replacing("X'", with: "'"))
    }

    /// Both, one after the other.
    func and(_ next: StoredSQL) -> StoredSQL {
        StoredSQL(sqlite: sqlite + "; " + next.sqlite, postgres: postgres + "; " + next.postgres)
    }

    /// Stands where one of the databases has no such statement: it fails there.
    static let missing = "there is no such statement for this database"
}

extension ResourceID {
    /// In SQLite's words.
    var literal: String { "X'\(text.replacing("-", with: ""))'" }
}
