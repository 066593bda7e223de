import ChaveBase
import PostgresNodes
import SQLPort
import SignInModel

/// A commit as statements, each with the outcome of its failure.
struct RecordCommit {
    private(set) var statements: [SQLStatement] = []
    private var refusals: [CommitOutcome] = []

    /// Makes the statements of `writes`, and those that tell other nodes of the changes of `node`.
    init(_ writes: [RecordWrite], by node: Int64) {
        for write in writes { add(write) }
        for write in writes { tell(of: write, by: node) }
    }

    /// The outcome that the caller gets; `nil` where the database failed.
    func outcome(of failure: SQLFailure) -> CommitOutcome? {
        switch failure {
        case .unmet(let place): refusals[place]
        case .taken(_, let place): place.map { refusals[$0] } ?? .conflict
        case .fault: nil
        }
    }

    private mutating func add(_ write: RecordWrite) {
        switch write {
        case .insert(let key, let body):
            add(RecordStatement.insert, key.values + [body.end, .bytes(body.bytes)])
            addIndexes(of: body, key)
        case .replace(let key, let version, let body):
            add(RecordStatement.replace, key.values + [.integer(version), body.end, .bytes(body.bytes)])
            add(RecordStatement.forgetIndexes, key.values)
            addIndexes(of: body, key)
        case .remove(let key, let version): add(RecordStatement.remove, key.values + [.integer(version)])
        case .require(let key, let version): add(RecordStatement.require, key.values + [.integer(version)])
        }
    }

    private mutating func tell(of write: RecordWrite, by node: Int64) {
        switch write {
        case .insert(let key, _), .replace(let key, _, _), .remove(let key, _):
            guard FollowedRecords.kinds.contains(key.kind) else { return }
            statements.append(RecordChangeFeed.table.statement(by: node, key.values))
            refusals.append(.conflict)
        case .require: break
        }
    }

    private mutating func addIndexes(of body: RecordBody, _ key: RecordKey) {
        for index in body.indexes {
            let owner: [SQLValue] = [
                .text(key.kind), .text(index.name), .bytes(index.digest), key.tenant.utf8.blob, key.id.utf8.blob,
            ]
            let taken = CommitOutcome.taken(index: index.name)
            if index.isUnique { add(RecordStatement.requireFree, owner, orElse: taken) }
            add(RecordStatement.addIndex, owner + [.integer(index.isUnique ? 1 : 0)], orElse: taken)
        }
    }

    private mutating func add(_ text: SQLText, _ values: [SQLValue], orElse outcome: CommitOutcome = .conflict) {
        statements.append(SQLStatement(text, values: values))
        refusals.append(outcome)
    }
}

extension RecordBody {
    fileprivate var end: SQLValue { expiresAt.map { .integer($0.microseconds) } ?? .null }
}

extension RecordKey {
    /// The key's values, in the order of the table's key.
    var values: [SQLValue] { [tenant.utf8.blob, .text(kind), id.utf8.blob] }

    init(columns: inout ColumnReader) throws {
        self.init(
            tenant: String(decoding: try columns.bytes(), as: UTF8.self),
            kind: try columns.text(),
            id: String(decoding: try columns.bytes(), as: UTF8.self)
        )
    }
}
