public import ChavePixModel

/// The storage operations for erasing a person and for rotating the keys that wrap customers' keys.
public protocol ErasureStore: Sendable {
    /// Finds a customer across organisations: only for the worker, never for a request.
    func customer(_ id: CustomerID) async throws(StorageFault) -> Customer?
    /// Enrollments of the customer that have not ended here and at the bank.
    func openEnrollments(of customer: CustomerID, _ organisation: OrganisationID) async throws(StorageFault)
        -> [Enrollment]
    /// Intents of the customer that have not ended.
    func openPaymentIntents(of customer: CustomerID, _ organisation: OrganisationID) async throws(StorageFault)
        -> [PaymentIntent]
    /// At most `limit` customers, of all organisations, whose key is wrapped with another key than `keyID`.
    func customers(wrappedOtherwiseThan keyID: String, limit: Int) async throws(StorageFault) -> [Customer]
    /// Makes overwritten data unreadable in every file of the store too.
    ///
    /// Returns `false` while a reader still uses the old data: call again later. When a database server does this by
    /// itself, work that the server is about to do counts as done.
    func forgetOverwritten() async throws(StorageFault) -> Bool
}
