public import ChavePixModel

/// What the erasure of a person, and the rotation of the keys that wrap theirs, need beyond the other reads.
public protocol ErasureStore: Sendable {
    /// Across organisations: for the worker, never for a request.
    func customer(_ id: CustomerID) async throws(StorageFault) -> Customer?
    /// Enrollments of the customer that have not ended here and at the bank.
    func openEnrollments(of customer: CustomerID, _ organisation: OrganisationID) async throws(StorageFault)
        -> [Enrollment]
    /// Intents of the customer that are not at their end.
    func openPaymentIntents(of customer: CustomerID, _ organisation: OrganisationID) async throws(StorageFault)
        -> [PaymentIntent]
    /// At most `limit` customers of all organisations whose key is wrapped with another key than `keyID`.
    func customers(wrappedOtherwiseThan keyID: String, limit: Int) async throws(StorageFault) -> [Customer]
    /// Makes sure that what was overwritten cannot be read from any file of the store either.
    ///
    /// `false` when somebody still reads what was there before: ask again. Where a server does it by itself, what it is
    /// about to do counts as done.
    func forgetOverwritten() async throws(StorageFault) -> Bool
}
