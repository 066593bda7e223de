import ChavePixModel
import Foundation
import GRDB
import SignInCore

/// Ends a commit that may not be made; what it wrote is undone.
struct RecordRefusal: Error {
    var outcome: CommitOutcome
}

extension RecordWrite {
    func run(in database: Database) throws {
        switch self {
        case .insert(let key, let body):
            let row = key.values + [body.expiry, body.bytes.blob]
            try database.change(RecordStatement.insert, row)
            try body.writeIndexes(of: key, in: database)
        case .replace(let key, let version, let body):
            let row = key.values + [version.databaseValue, body.expiry, body.bytes.blob]
            try database.change(RecordStatement.replace, row)
            try database.run(RecordStatement.forgetIndexes, key.values)
            try body.writeIndexes(of: key, in: database)
        case .remove(let key, let version):
            try database.change(RecordStatement.remove, key.values + [version.databaseValue])
        case .require(let key, let version):
            let row = try database.firstRow(RecordStatement.require, key.values + [version.databaseValue])
            guard row != nil else { throw RecordRefusal(outcome: .conflict) }
        }
    }
}

extension RecordBody {
    fileprivate var expiry: DatabaseValue { expiresAt.map(\.microseconds.databaseValue) ?? .null }

    fileprivate func writeIndexes(of key: RecordKey, in database: Database) throws {
        for index in indexes {
            let value = [key.kind.databaseValue, index.name.databaseValue, index.digest.blob]
            let owner = [key.tenant.utf8Blob, key.id.utf8Blob]
            if index.isUnique, try database.firstRow(RecordStatement.holder, value + owner) != nil {
                throw RecordRefusal(outcome: .taken(index: index.name))
            }
            try database.run(RecordStatement.addIndex, value + owner + [index.isUnique.databaseValue])
        }
    }
}

extension RecordKey {
    /// In the order of the table's key.
    var values: [DatabaseValue] { [tenant.utf8Blob, kind.databaseValue, id.utf8Blob] }
}

extension [UInt8] {
    var blob: DatabaseValue { Data(self).databaseValue }
}

extension String {
    var utf8Blob: DatabaseValue { Data(utf8).databaseValue }
}

extension Database {
    fileprivate func run(_ sql: String, _ arguments: [DatabaseValue]) throws {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    }

    /// The same, where changing no row means that something moved.
    fileprivate func change(_ sql: String, _ arguments: [DatabaseValue]) throws {
        try run(sql, arguments)
        guard changesCount > 0 else { throw RecordRefusal(outcome: .conflict) }
    }
}
