import PaymentsCore
import PaymentsStores
import PostgresNodes
import SignInCore
import SignInStores
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

extension SQLRecordStore: TendedRecordStore {
    func samples() async throws(RecordStoreFault) -> [SignInCore.StoredRecord] { try await firstAndLast() }
}
