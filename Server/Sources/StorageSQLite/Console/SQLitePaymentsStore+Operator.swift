import GRDB
package import PaymentsCore
import SQLiteWriter
package import StoredForms

extension SQLitePaymentsStore: OperatorStore, MeasuredStore {
    package func enrollmentsOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<Enrollment>> {
        try await lookUp { database in
            guard let status else { return try database.owned(OperatorReading.enrollments, [limit.databaseValue]) }
            let arguments = [limit.databaseValue, status.databaseValue]
            return try database.owned(OperatorReading.enrollmentsOfStatus, arguments)
        }
    }

    package func paymentIntentsOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<PaymentIntent>> {
        try await lookUp { database in
            guard let status else { return try database.owned(OperatorReading.paymentIntents, [limit.databaseValue]) }
            let arguments = [limit.databaseValue, status.databaseValue]
            return try database.owned(OperatorReading.paymentIntentsOfStatus, arguments)
        }
    }

    package func deliveriesOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<ListedDelivery> {
        try await lookUp { database in
            guard let status else { return try database.deliveries(OperatorReading.deliveries, [limit.databaseValue]) }
            let arguments = [limit.databaseValue, status.databaseValue]
            return try database.deliveries(OperatorReading.deliveriesOfStatus, arguments)
        }
    }

    /// One read as of one moment.
    func lookUp<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageFault) -> Value {
        do {
            return try await writer.read(body)
        } catch {
            throw translateRead(error)
        }
    }
}

extension Database {
    func owned<Record: StoredRecord>(
        _ sql: String,
        _ arguments: [DatabaseValue]
    ) throws -> ReadableRows<OwnedRecord<Record>> {
        ReadableRows(try rows(sql, arguments)) { try OwnedRecord(columnValues: $0) }
    }

    func deliveries(_ sql: String, _ arguments: [DatabaseValue]) throws -> ReadableRows<ListedDelivery> {
        ReadableRows(try rows(sql, arguments)) { try ListedDelivery(columnValues: $0) }
    }
}
