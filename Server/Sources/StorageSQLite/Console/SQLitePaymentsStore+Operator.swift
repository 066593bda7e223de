import GRDB
public import PaymentsCore
import SQLiteWriter

/// Lists over all organisations, for the operator alone; newest first.
extension SQLitePaymentsStore {
    public func enrollmentsOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<Enrollment>> {
        try await lookUp { database in
            guard let status else { return try database.owned(OperatorReading.enrollments, [limit.databaseValue]) }
            let arguments = [limit.databaseValue, status.databaseValue]
            return try database.owned(OperatorReading.enrollmentsOfStatus, arguments)
        }
    }

    public func paymentIntentsOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<PaymentIntent>> {
        try await lookUp { database in
            guard let status else { return try database.owned(OperatorReading.paymentIntents, [limit.databaseValue]) }
            let arguments = [limit.databaseValue, status.databaseValue]
            return try database.owned(OperatorReading.paymentIntentsOfStatus, arguments)
        }
    }

    public func deliveriesOfAll(
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
