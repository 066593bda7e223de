package import ChavePixModel
package import PaymentsCore
import PostgresClient
package import StoredForms

extension PostgresPaymentsStore {
    package func outcomes(
        from start: Timestamp,
        stepMicroseconds: Int64,
        count: Int
    ) async throws(StorageFault) -> [PaymentOutcomes] {
        guard count > 0, stepMicroseconds > 0 else { return [] }
        let values: [PostgresValue] = [start.bound, .integer(stepMicroseconds), .limit(count)]
        let found = try await rows(OperatorReading.outcomes, values)
        return try read { try found.map { try PaymentOutcomes(columnValues: $0[...]) } }
    }

    package func settlementTimes(endedSince start: Timestamp, limit: Int) async throws(StorageFault) -> [Int64] {
        let found = try await rows(OperatorReading.settlements, [start.bound, .limit(limit)])
        return try read { try found.map { try $0[...].at(0).integer } }
    }
}
