import PaymentsCore
import SignInCore
import StoragePostgres
import StorageSQLite
import StoredForms
import Webhooks

/// The payments' storage as a server has it: for requests, webhooks and the operator, and to be tended.
typealias ServerStore = PaymentsStore & WebhookStore & OperatorStore & TendedStore

/// Sign-in's records as a running server tends them.
protocol TendedRecordStore: RecordStore {
    /// `false` when nothing can be written, as far as that is known without asking.
    var isHealthy: Bool { get }

    /// Two records that differ as far as there are two; never for a request.
    func samples() async throws(RecordStoreFault) -> [SignInCore.StoredRecord]

    /// Finishes what waits and lets go of the database.
    func close() async
}

extension SQLiteRecordStore: TendedRecordStore {
    func samples() async throws(RecordStoreFault) -> [SignInCore.StoredRecord] { try await oldestAndNewest() }
}

extension PostgresRecordStore: TendedRecordStore {
    func samples() async throws(RecordStoreFault) -> [SignInCore.StoredRecord] { try await firstAndLast() }

    /// The pool is its maker's, who closes it when nobody needs it any more.
    func close() async {}
}
