package import ChaveBase
package import PaymentsModel

/// The facts about the payments' storage that a server needs before its start; never for a request.
package protocol InventoriedStore: Sendable {
    /// Whether the store contains data that only the server's field key opens.
    func holdsSealedFields() async throws(StorageFault) -> Bool
    func holdsEnrollments() async throws(StorageFault) -> Bool
    /// One customer for each key that wraps customers' keys, of any organisation.
    func customerOfEachKey() async throws(StorageFault) -> [Customer]
    /// The oldest bank account of all organisations.
    func oldestBankAccount() async throws(StorageFault) -> BankAccount?
}

/// The store of audit anchors.
package protocol AnchoredStore: Sendable {
    /// Anchors the new entries of every organisation's audit chains; no anchor for an organisation without new entries.
    func anchorAudit(at now: Timestamp) async throws(StorageFault) -> [AuditAnchor]
    /// The time of the newest anchor until `now`; `nil` when there is none.
    ///
    /// An anchor from the future was made before the clock was set back, and says nothing about the next one.
    func lastAnchorAt(until now: Timestamp) async throws(StorageFault) -> Timestamp?
}

/// The check of a store for errors.
package protocol CheckedStore: Sendable {
    /// Verifies the records, every audit chain against its object, and the events; empty is clean.
    ///
    /// The check reads all data as of one moment while payments continue.
    func check() async throws(StorageFault) -> [StoreFinding]
}

/// The payments' storage with the operations that a running server needs for its care.
package protocol TendedStore: InventoriedStore, AnchoredStore, MeasuredStore, CheckedStore {
    /// `false` when nothing can be written, as far as that is known without a query.
    var isHealthy: Bool { get }
    /// Checks whether the store would accept a payment now: writes one row and waits for its sync.
    func confirmWritable(at now: Timestamp) async throws(StorageFault)
    /// Finishes the waiting writes and releases the database.
    func close() async
}

/// The figures that gauges show about the payments' storage.
package protocol MeasuredStore: Sendable {
    /// How many connections are in use now, and how many are idle.
    var connections: (used: Int, idle: Int) { get }
    /// How many writes wait for their turn; with a single queue for all requests, how many requests wait.
    var waitingWrites: Int { get }

    /// How many audit entries were ever written; an estimate when there are very many.
    func auditLength() async throws(StorageFault) -> Int64
    /// How many open payment intents were created before `time`, by status, of all organisations.
    func openIntents(createdBefore time: Timestamp) async throws(StorageFault) -> [String: Int]
    /// Whether the database has exactly the schema steps of this program.
    func hasCurrentSchema() async throws(StorageFault) -> Bool
    /// How many rows each table has; the call reads them all.
    func rowCounts() async throws(StorageFault) -> [String: Int64]
}
