import ChavePixModel
import PostgresClient
import SignInCore

/// A commit as statements, each with what its failure means.
struct RecordCommit {
    private(set) var statements: [PostgresStatement] = []
    private var refusals: [CommitOutcome] = []

    init(_ writes: [RecordWrite], by node: Int64) {
        for write in writes { add(write) }
        for write in writes { tell(of: write, by: node) }
    }

    /// What the caller is told, when the error is an answer of the data and no fault.
    func outcome(of error: PostgresError) -> CommitOutcome? {
        guard error.kind == .conditionFailed || error.kind == .uniqueViolation, let place = error.statement,
            refusals.indices.contains(place)
        else { return nil }
        return refusals[place]
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
            let owner: [PostgresValue] = [
                .text(key.kind), .text(index.name), .bytes(index.digest), .bytes(key.tenant.utf8Bytes),
                .bytes(key.id.utf8Bytes),
            ]
            let taken = CommitOutcome.taken(index: index.name)
            if index.isUnique { add(RecordStatement.requireFree, owner, orElse: taken) }
            add(RecordStatement.addIndex, owner + [.integer(index.isUnique ? 1 : 0)], orElse: taken)
        }
    }

    private mutating func add(_ sql: String, _ values: [PostgresValue], orElse outcome: CommitOutcome = .conflict) {
        statements.append(PostgresStatement(sql, values))
        refusals.append(outcome)
    }
}

extension RecordBody {
    fileprivate var end: PostgresValue { expiresAt.map { .integer($0.microseconds) } ?? .null }
}

extension RecordKey {
    /// In the order of the table's key.
    var values: [PostgresValue] { [.bytes(tenant.utf8Bytes), .text(kind), .bytes(id.utf8Bytes)] }
}

extension String {
    var utf8Bytes: [UInt8] { Array(utf8) }
}
