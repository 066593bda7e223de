package import ChaveBase
package import PaymentsCore

/// What must be known of the payments' storage before a server starts over it; never for a request.
package protocol InventoriedStore: Sendable {
    /// Whether anything is stored that only the server's field key opens.
    func holdsSealedFields() async throws(StorageFault) -> Bool
    func holdsEnrollments() async throws(StorageFault) -> Bool
    /// One customer for each key that wraps those of customers, of whatever organisation.
    func customerOfEachKey() async throws(StorageFault) -> [Customer]
    /// Of all organisations.
    func oldestBankAccount() async throws(StorageFault) -> BankAccount?
}

/// Where audit chains are anchored.
package protocol AnchoredStore: Sendable {
    /// Anchors what every organisation's audit chains have grown by since the last time; nothing where nothing grew.
    func anchorAudit(at now: Timestamp) async throws(StorageFault) -> [AuditAnchor]
    /// When the newest anchor until `now` was made; `nil` when there is none.
    ///
    /// One from the future was made before the clock was set back, and says nothing of the next one.
    func lastAnchorAt(until now: Timestamp) async throws(StorageFault) -> Timestamp?
}

/// What can be looked through for what cannot be right.
package protocol CheckedStore: Sendable {
    /// Verifies the records, every audit chain against its object, and the events; empty is clean.
    ///
    /// Reads all of it as of one moment while payments go on.
    func check() async throws(StorageFault) -> [StoreFinding]
}

/// The payments' storage as a running server tends it.
package protocol TendedStore: InventoriedStore, AnchoredStore, MeasuredStore, CheckedStore {
    /// `false` when nothing can be written, as far as that is known without asking.
    var isHealthy: Bool { get }
    /// Writes one row and waits for its sync: whether the store would take a payment now.
    func confirmWritable(at now: Timestamp) async throws(StorageFault)
    /// Finishes what waits and lets go of the database.
    func close() async
}
