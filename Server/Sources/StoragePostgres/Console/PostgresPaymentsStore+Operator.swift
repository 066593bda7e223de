import ChavePixModel
package import PaymentsCore
import PostgresClient
package import StoredForms

extension PostgresPaymentsStore: OperatorStore, MeasuredStore {
    package func enrollmentsOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<Enrollment>> {
        try await owned(OperatorReading.enrollments, OperatorReading.enrollmentsOfStatus, status, limit)
    }

    package func paymentIntentsOfAll(
        status: String?,
        limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<PaymentIntent>> {
        try await owned(OperatorReading.paymentIntents, OperatorReading.paymentIntentsOfStatus, status, limit)
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
        let id = ResourceID<Void>(text)?.text ?? text
        let found = try await rows(OperatorSearch.statement, [id.bound, text.bound])
        return try read { try FoundObjects(rows: found) }
    }

    private func owned<Record: StoredRecord>(
        _ all: String,
        _ ofStatus: String,
        _ status: String?,
        _ limit: Int
    ) async throws(StorageFault) -> ReadableRows<OwnedRecord<Record>> {
        ReadableRows(try await listed(all, ofStatus, status, limit)) { try OwnedRecord(columnValues: $0) }
    }

    private func listed(
        _ all: String,
        _ ofStatus: String,
        _ status: String?,
        _ limit: Int
    ) async throws(StorageFault) -> [[PostgresValue]] {
        guard let status else { return try await rows(all, [.limit(limit)]) }
        return try await rows(ofStatus, [.limit(limit), status.bound])
    }
}
