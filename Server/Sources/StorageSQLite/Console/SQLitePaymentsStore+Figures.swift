public import ChavePixModel
import GRDB
public import PaymentsCore
import SQLiteWriter
import StoredForms

/// How the payments stand that were made in one stretch of time.
public struct PaymentOutcomes: Hashable, Sendable {
    public var start: Timestamp
    public var succeeded: Int
    public var failed: Int
    public var canceled: Int
    /// Not at their end.
    public var open: Int

    /// In the order of the columns that count them.
    static let statuses = ["SUCCEEDED", "FAILED", "CANCELED", "PENDING", "PROCESSING"]
}

extension SQLitePaymentsStore {
    /// `count` stretches of `stepMicroseconds` from `start` on, over all organisations; those without a payment too.
    public func outcomes(
        from start: Timestamp,
        stepMicroseconds: Int64,
        count: Int
    ) async throws(StorageFault) -> [PaymentOutcomes] {
        guard count > 0, stepMicroseconds > 0 else { return [] }
        let arguments = [start.databaseValue, stepMicroseconds.databaseValue, count.databaseValue]
        return try await lookUp { database in
            try database.rows(OperatorReading.outcomes, arguments).map { row in
                let counts = try (1...PaymentOutcomes.statuses.count).map { Int(try row[...].at($0).integer) }
                return PaymentOutcomes(
                    start: Timestamp(microseconds: try row[...].at(0).integer),
                    succeeded: counts[0],
                    failed: counts[1],
                    canceled: counts[2],
                    open: counts[3] + counts[4]
                )
            }
        }
    }

    /// Microseconds from approval to end of payments that ended since `start`, of the newest `limit` that ended; in no
    /// order.
    ///
    /// What was never approved has no such time.
    public func settlementTimes(endedSince start: Timestamp, limit: Int) async throws(StorageFault) -> [Int64] {
        try await lookUp { database in
            try database.rows(OperatorReading.settlements, [start.databaseValue, limit.databaseValue])
                .map { try $0[...].at(0).integer }
        }
    }
}
