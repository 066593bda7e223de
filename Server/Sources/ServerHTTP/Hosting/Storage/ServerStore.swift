import PaymentsCore
import SignInCore
import StoragePostgres
import StorageSQLite
import StoredForms
import Webhooks

/// The payments' storage as a server has it: for requests, webhooks and the operator, and to be tended.
typealias ServerStore = PaymentsStore & WebhookStore & OperatorStore & TendedStore

/// Sign-in's records as a running server tends them, and as a command looks through them.
protocol TendedRecordStore: ResealableRecordStore {
    /// `false` when nothing can be written, as far as that is known without asking.
    var isHealthy: Bool { get }

    /// Two records that differ as far as there are two; never for a request.
    func samples() async throws(RecordStoreFault) -> [SignInCore.StoredRecord]

    /// What is wrong with the database and its references; empty when it is sound.
    func check() async throws(RecordStoreFault) -> [String]

    /// Finishes what waits and lets go of the database.
    func close() async
}

extension SQLiteRecordStore: TendedRecordStore {
    func samples() async throws(RecordStoreFault) -> [SignInCore.StoredRecord] { try await oldestAndNewest() }
}

extension PostgresRecordStore: TendedRecordStore {
    func samples() async throws(RecordStoreFault) -> [SignInCore.StoredRecord] { try await firstAndLast() }

    /// PostgreSQL looks after its own files, and records refer to nothing.
    func check() async throws(RecordStoreFault) -> [String] { [] }

    /// The pool is its maker's, who closes it when nobody needs it any more.
    func close() async {}
}
