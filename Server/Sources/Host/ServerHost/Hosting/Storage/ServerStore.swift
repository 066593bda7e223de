import PaymentsModel
import PaymentsStores
import PostgresNodes
import SignInModel
import SignInStores
import Webhooks

/// The payments' storage of a server: for requests, webhooks, the operator and maintenance.
typealias ServerStore = PaymentsStore & WebhookStore & OperatorStore & TendedStore & BankRegistrations

/// Sign-in's records, for a running server's maintenance and for commands that read them.
protocol TendedRecordStore: ResealableRecordStore {
    /// `false` when the store is known to be unable to write; the property asks no database.
    var isHealthy: Bool { get }

    /// Up to two records that differ; never for a request.
    func samples() async throws(RecordStoreFault) -> [SignInModel.StoredRecord]

    /// The findings of a check of the database and its references; empty when it is sound.
    func check() async throws(RecordStoreFault) -> [String]

    /// Finishes waiting work and closes the database.
    func close() async
}

extension SQLRecordStore: TendedRecordStore {
    func samples() async throws(RecordStoreFault) -> [SignInModel.StoredRecord] { try await firstAndLast() }
}
