import Foundation
import GRDB
import PaymentsCore

/// One statement of a change, with everything encoded before the writer's thread sees it.
struct Step: Sendable {
    var sql: String
    var arguments: [DatabaseValue]
    /// A guarded update: changing no row means that something moved.
    var isGuarded = false
    /// A question instead of a write: no row means that something moved.
    var isQuestion = false

    func run(in database: Database) throws {
        if isQuestion {
            guard try database.firstRow(sql, arguments) != nil else { throw CommitFailure.conflict }
            return
        }
        let statement = try database.cachedStatement(sql: sql)
        try statement.execute(arguments: StatementArguments(values: arguments))
        if isGuarded && database.changesCount == 0 { throw CommitFailure.conflict }
    }
}

extension StatementArguments {
    /// What the library's own initialiser for any kind of value does, without the key path that it makes for each value:
    /// dozens of statements run in one payment.
    init(values: [DatabaseValue]) {
        let values: [(any DatabaseValueConvertible)?] = values.map { $0 }
        self.init(values)
    }
}
