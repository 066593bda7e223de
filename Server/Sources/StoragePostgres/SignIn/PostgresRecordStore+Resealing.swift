import PostgresClient
public import SignInCore

extension PostgresRecordStore: ResealableRecordStore {
    public func everyRecord(
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        // No key stands before three empty texts.
        let key = last ?? RecordKey(tenant: "", kind: "", id: "")
        return try await listing(RecordStatement.every, key.values + [.limit(limit)])
    }

    public func rewrite(_ records: [StoredRecord]) async throws(RecordStoreFault) -> Int {
        guard !records.isEmpty else { return 0 }
        let statements = records.map { record in
            PostgresStatement(
                RecordStatement.rewrite,
                record.key.values + [.integer(record.version), .bytes(record.bytes)]
            )
        }
        return try await answers(.writes, statements).reduce(0) { $0 + $1.count }
    }
}
