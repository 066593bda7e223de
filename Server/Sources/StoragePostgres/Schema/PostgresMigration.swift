import Crypto

/// One step of a schema, applied once and never changed afterwards; its name is that of SQLite's step.
struct PostgresMigration: Sendable {
    /// Its number and purpose, such as `0001_records`; the order in the list is the order of application.
    var name: String
    /// One each, since a pipeline takes no text with several.
    var statements: [String]

    /// SHA-256 of the statements: a step that was changed after it was applied is found.
    var checksum: [UInt8] {
        var hash = SHA256()
        for statement in statements {
            hash.update(data: Array(statement.utf8))
            hash.update(data: [0])
        }
        return Array(hash.finalize())
    }
}

extension PostgresMigration {
    /// Of texts whose statements have an empty line between them.
    init(name: String, texts: [String]) {
        self.init(name: name, statements: texts.flatMap { $0.split(separator: "\n\n") }.map(String.init))
    }
}

/// Why a database cannot be brought to the schema that this program knows.
public enum PostgresSchemaRefusal: Error, Hashable, Sendable {
    /// A newer program migrated it: it holds a step that this one does not know.
    case newerSchema(found: String)
    /// It holds known steps in another order, or lacks one in the middle.
    case differentHistory(expected: String, found: String)
    /// A step was applied with another text than this program has.
    case differentText(name: String)
    /// It lacks a step, and whoever opens it is not the one to apply it.
    case olderSchema(lacking: String)
}
