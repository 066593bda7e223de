package import ChavePixModel
import GRDB
package import PaymentsCore
import SQLiteWriter
package import StoredForms

extension SQLitePaymentsStore {
    package func outcomes(
        from start: Timestamp,
        stepMicroseconds: Int64,
        count: Int
    ) async throws(StorageFault) -> [PaymentOutcomes] {
        guard count > 0, stepMicroseconds > 0 else { return [] }
        let arguments = [start.databaseValue, stepMicroseconds.databaseValue, count.databaseValue]
        return try await lookUp { database in
            try database.rows(OperatorReading.outcomes, arguments).map { try PaymentOutcomes(columnValues: $0[...]) }
        }
    }

    package func settlementTimes(endedSince start: Timestamp, limit: Int) async throws(StorageFault) -> [Int64] {
        try await lookUp { database in
            try database.rows(OperatorReading.settlements, [start.databaseValue, limit.databaseValue])
                .map { try $0[...].at(0).integer }
        }
    }
}
