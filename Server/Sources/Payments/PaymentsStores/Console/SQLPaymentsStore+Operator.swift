package import ChaveBase
import ChavePixModel
package import PaymentsModel
import SQLPort

extension SQLPaymentsStore: OperatorStore {
    package func enrollmentsOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<Enrollment>> {
        try await owned(OperatorReading.enrollments, OperatorReading.enrollmentsOfStatus, status, limit)
    }

    package func deliveriesOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<ListedDelivery> {
        ReadableRows(
            try await listed(OperatorReading.deliveries, OperatorReading.deliveriesOfStatus, status, limit)
        ) { try ListedDelivery(columnValues: $0) }
    }

    package func objectsOfAll(named text: String) async throws(StorageFault) -> FoundObjects {
        let found = try await rows(OperatorSearch.statement, [AnyID(text), text])
        return try read { try FoundObjects(rows: found) }
    }

    private func owned<Record: StoredRecord>(
        _ all: SQLText,
        _ ofStatus: SQLText,
        _ status: String?,
        _ limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<Record>> {
        ReadableRows(try await listed(all, ofStatus, status, limit)) { try OwnedRecord(columnValues: $0) }
    }

    private func listed(
        _ all: SQLText,
        _ ofStatus: SQLText,
        _ status: String?,
        _ limit: Int
    ) async throws(StorageFault) -> [[SQLValue]] {
        guard let status else { return try await rows(all, [SQLValue.limit(limit)]) }
        return try await rows(ofStatus, [SQLValue.limit(limit), status])
    }

    // MARK: Figures

    package func outcomes(
        from start: Timestamp,
        stepMicroseconds: Int64,
        count: Int
    ) async throws(StorageFault) -> [PaymentOutcomes] {
        guard count > 0, stepMicroseconds > 0 else { return [] }
        let found = try await rows(OperatorReading.outcomes, [start, stepMicroseconds, count])
        return try read { try found.map { try PaymentOutcomes(columnValues: $0[...]) }.sorted { $0.start < $1.start } }
    }

    package func settlementTimes(endedSince start: Timestamp, limit: Int) async throws(StorageFault) -> [Int64] {
        let found = try await rows(OperatorReading.settlements, [start, SQLValue.limit(limit)])
        return try read { try found.map { try $0[...].at(0).integer } }
    }

    // MARK: Passes to this server's own pages: links that are good once, and sessions that were left, on whichever node

    /// A pass whose response was lost counts as used up: its holder requests another.
    package func spend(_ pass: Digest, until end: Timestamp, at now: Timestamp) async throws(StorageFault) -> Bool {
        try await write([SQLStatement(PassStatement.forget, [now]), SQLStatement(PassStatement.spend, [pass, end])])
            .last?.count == 1
    }

    package func isSpent(_ pass: Digest) async throws(StorageFault) -> Bool {
        try await finds(PassStatement.find, [pass])
    }
}

/// The statements over passes, in full.
private enum PassStatement {
    static let forget = SQLText.payments(#"DELETE FROM "spent_pass" WHERE "ends_at" <= ?1"#)

    static let spend = SQLText.payments(
        #"INSERT INTO "spent_pass" ("digest", "ends_at") VALUES (?1, ?2) ON CONFLICT ("digest") DO NOTHING"#
    )

    static let find = SQLText.payments(#"SELECT 1 FROM "spent_pass" WHERE "digest" = ?1"#)
}
