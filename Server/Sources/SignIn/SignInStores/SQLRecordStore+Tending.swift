import ChaveBase
import SQLPort
public import SignInModel

extension SQLRecordStore: ResealableRecordStore {
    public func everyRecord(
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        // No key comes before three empty texts.
        let key = last ?? RecordKey(tenant: "", kind: "", id: "")
        return try await listing(RecordStatement.every, key.values + [.limit(limit)])
    }

    public func rewrite(_ records: [StoredRecord]) async throws(RecordStoreFault) -> Int {
        guard !records.isEmpty else { return 0 }
        let statements = records.map { record in
            SQLStatement(
                RecordStatement.rewrite,
                values: record.key.values + [.integer(record.version), .bytes(record.bytes)]
            )
        }
        return try await failing { () async throws(SQLFailure) in
            try await batches.write(statements).reduce(0) { $0 + $1.count }
        }
    }
}

extension SQLRecordStore {
    /// The records with the first and the last key: the same record twice where there is only one, none where there is
    /// none.
    public func firstAndLast() async throws(RecordStoreFault) -> [StoredRecord] {
        try await listing(RecordStatement.first, []) + listing(RecordStatement.last, [])
    }

    /// Checks the database and its references, and describes each problem in a sentence; empty when there is no
    /// problem.
    public func check() async throws(RecordStoreFault) -> [String] {
        try await failing { () async throws(SQLFailure) in
            try await batches.snapshot(within: nil) { try $0.damage().map { "sign-in: \($0)" } }
        }
    }

    /// How many records of each kind exist; reads all of them.
    public func recordCounts() async throws(RecordStoreFault) -> [String: Int64] {
        let counts = try await rows(RecordStatement.counts, []) { (try $0.text(), try $0.integer()) }
        return Dictionary(counts) { first, _ in first }
    }
}
