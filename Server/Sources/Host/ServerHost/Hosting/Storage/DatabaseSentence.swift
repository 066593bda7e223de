import ChaveBase
import PaymentsModel
import PostgresClient
import PostgresNodes
import SQLiteWriter
import SignInModel

/// The reason of a PostgreSQL error, in one sentence with the next step.
public enum DatabaseSentence {
    /// The sentence of an error; `nil` unless the error is PostgreSQL's or that of a schema in either database.
    public static func of(_ error: any Error) -> String? {
        switch error {
        case let fault as StorageFault: of(fault.underlying)
        case let fault as RecordStoreFault: of(fault.underlying)
        case let refusal as MigrationRefusal: text(refusal)
        case let error as PostgresError: text(error)
        default: nil
        }
    }

    private static func text(_ refusal: MigrationRefusal) -> String {
        switch refusal {
        case .newerSchema(let found): "A newer chave has written this data (\(found)). Use that version or a later one."
        case .olderSchema(let lacking):
            "An older chave has written this data, or none yet (it lacks \(lacking)). Stop its server and run: chave db migrate"
        case .differentHistory(let expected, let found):
            "This data was not written by chave as released (\(found) where \(expected) belongs). Restore a backup."
        }
    }

    private static func text(_ error: PostgresError) -> String {
        let code = error.sqlState.map { " (SQLSTATE \($0))" } ?? ""
        // The cause of a missing connection counts, not the missing connection.
        let kind = error.kind == .noConnection ? error.sqlState.flatMap(kind(ofRefusal:)) ?? .noConnection : error.kind
        switch (kind, error.sqlState) {
        case (.notAuthorised, "42501"):
            return "The role may not do that in PostgreSQL\(code). Give it the rights of docs/operations.md."
        case (.notAuthorised, "3D000"):
            return "PostgreSQL has no such database\(code). Make it (createdb), or check CHAVE_DATABASE."
        case (.notAuthorised, _):
            return "PostgreSQL does not let this role in\(code). Check its name and password in CHAVE_DATABASE."
        case (.readOnly, _):
            return "PostgreSQL takes no writes there: it is a standby. Name the server that does, or all of them."
        case (.tooManyConnections, _):
            return "PostgreSQL has no connection left\(code). Raise max_connections, or lower --database-connections."
        case (.connectionLost, _), (.noConnection, _), (.serverShutDown, _), (.deadlinePassed, _):
            let why = error.explanation.map { ": \($0)" } ?? ""
            return "PostgreSQL cannot be reached\(why). Check that it runs and what --database or CHAVE_DATABASE says."
        case (.diskFull, _): return "PostgreSQL's disk is full\(code). Make room there."
        case (.statementWrong, _):
            return "PostgreSQL does not know what was asked for\(code). Run: chave db check"
        default: return error.description
        }
    }

    private static func kind(ofRefusal sqlState: String) -> PostgresError.Kind? {
        switch sqlState {
        case "53300": .tooManyConnections
        case "3D000", "42501": .notAuthorised
        case let code where code.hasPrefix("28"): .notAuthorised
        default: nil
        }
    }
}

/// A number with its noun, for a person.
package enum Counted {
    /// The number and the noun in singular or plural: `1 payment`, `2 payments`, `0 payments`.
    package static func of(_ number: some BinaryInteger, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    /// The same for a noun whose plural has an `s`.
    package static func of(_ number: some BinaryInteger, _ one: String) -> String { of(number, one, one + "s") }
}
