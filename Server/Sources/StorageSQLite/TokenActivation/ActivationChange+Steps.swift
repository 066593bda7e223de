import ChavePixModel
import GRDB
import TokenActivationCore

/// Ends a commit that does not find what it expects; what it wrote is undone.
struct ActivationConflict: Error {}

extension ActivationChange.Write {
    func run(in database: Database) throws {
        switch self {
        case .insert(let activation):
            try database.change(ActivationStatement.insert, activation.columns)
        case .replace(let activation, let expected):
            let place = [activation.id.databaseValue, expected.databaseValue]
            try database.change(ActivationStatement.replace, place + activation.changes)
        case .requireStanding(let expected, let token): try token.require(expected, in: database)
        case .claim(let claim): try database.change(ActivationStatement.claim, claim.columns)
        case .refuse(let refusal): try database.run(ActivationStatement.refuse, refusal.columns)
        case .requireRefusals(let count, let card, let since):
            let place = [card.utf8Blob, since.microseconds.databaseValue]
            let found = try database.firstRow(ActivationStatement.countRefusals, place)?.first
            guard found.flatMap(Int.fromDatabaseValue) == count else { throw ActivationConflict() }
        case .insertNotice(let notice):
            let row = [
                notice.activation.databaseValue, notice.version.databaseValue,
                notice.createdAt.microseconds.databaseValue, notice.dueAt.microseconds.databaseValue,
            ]
            try database.change(ActivationStatement.insertNotice, row)
        case .replaceNotice(let notice, let expected):
            let row = [
                notice.activation.databaseValue, expected.databaseValue, notice.dueAt.microseconds.databaseValue,
            ]
            try database.change(ActivationStatement.replaceNotice, row)
        case .removeNotice(let activation, let expected):
            let place = [activation.databaseValue, expected.databaseValue]
            try database.change(ActivationStatement.removeNotice, place)
        case .insertLink(let link): try database.change(ActivationStatement.insertLink, link.columns)
        case .removeLinks(let activation):
            try database.run(ActivationStatement.removeLinks, [activation.databaseValue])
        }
    }
}

extension TokenKey {
    fileprivate func require(_ expected: ActivationVersion?, in database: Database) throws {
        let found = try database.firstRow(ActivationStatement.standingVersion, values).map { row in
            var columns = ColumnReader("activation", row)
            return ActivationVersion(id: try columns.text(), version: try columns.integer())
        }
        guard found == expected else { throw ActivationConflict() }
    }
}

extension IdempotencyClaim {
    fileprivate var columns: [DatabaseValue] {
        [
            scope.bytes.blob, fingerprint.bytes.blob, activation.databaseValue, createdAt.microseconds.databaseValue,
            expiresAt.microseconds.databaseValue,
        ]
    }
}

extension CardRefusal {
    fileprivate var columns: [DatabaseValue] {
        [activation.databaseValue, card.utf8Blob, at.microseconds.databaseValue]
    }
}

extension SuspensionLink {
    fileprivate var columns: [DatabaseValue] {
        [digest.bytes.blob, activation.databaseValue, expiresAt.microseconds.databaseValue]
    }
}

extension Database {
    fileprivate func run(_ sql: String, _ arguments: [DatabaseValue]) throws {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    }

    /// The same, where changing no row means that something moved.
    fileprivate func change(_ sql: String, _ arguments: [DatabaseValue]) throws {
        try run(sql, arguments)
        guard changesCount > 0 else { throw ActivationConflict() }
    }
}
