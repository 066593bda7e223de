package import ChaveBase
package import ChavePixModel
package import PaymentsModel
package import Webhooks

/// The operator's reads over all organisations; a merchant's request never uses them.
///
/// Lists are newest first, and each call is as of one moment. All databases behave in the same way: the tests of
/// operators run over each.
package protocol OperatorStore: Sendable {
    func enrollmentsOfAll(status: String?, limit: Int) async throws(StorageFault)
        -> ReadableRows<OwnedRecord<Enrollment>>
    /// One page of a choice; it looks at 5,000 rows at most, and `next` leads on where there are older ones.
    func payments(
        _ filter: OperatorPaymentFilter,
        before cursor: PaymentIntentID?,
        limit: Int
    ) async throws(StorageFault) -> OperatorPayments
    /// The totals of a choice by status, over the newest 20,000 payments of its span of time.
    func totals(_ filter: OperatorPaymentFilter) async throws(StorageFault) -> PaymentTotals
    /// The totals of all payments made from `start` until before `end`, by status.
    func totals(from start: Timestamp, to end: Timestamp) async throws(StorageFault) -> [PaymentTotal]
    /// The newest payments of which an id, end-to-end id or external id contains `part`, among the newest 20,000.
    func payments(namedIn part: String, limit: Int) async throws(StorageFault) -> [PaymentIntentID]
    /// Counts the deliveries that were given up, and the payments made before `time` that are approved and have no end.
    ///
    /// Each count ends at `limit`.
    func openProblems(
        approvedBefore time: Timestamp,
        atMost limit: Int
    ) async throws(StorageFault) -> (parked: Int, overdue: Int)
    func organisationsOfAll(limit: Int) async throws(StorageFault) -> ReadableRows<Organisation>
    func deliveriesOfAll(status: String?, limit: Int) async throws(StorageFault) -> ReadableRows<ListedDelivery>

    /// Reads an enrollment's dossier; `nil` when there is none; `limit` is for the payments and the deliveries beside
    /// it.
    ///
    /// - Throws: also when the enrollment's own row is unreadable.
    func dossier(of id: EnrollmentID, limit: Int) async throws(StorageFault) -> Dossier<Enrollment>?
    /// Reads the dossier of a payment intent and its charge.
    func dossier(of id: PaymentIntentID, limit: Int) async throws(StorageFault) -> Dossier<PaymentIntent>?
    func deliveryOfAny(_ id: WebhookDeliveryID) async throws(StorageFault) -> ListedDelivery?
    /// The newest five hundred attempts, oldest first.
    func readableAttempts(of delivery: WebhookDelivery) async throws(StorageFault) -> ReadableRows<WebhookAttempt>

    /// Finds the newest ten objects that `text` names.
    ///
    /// The text is an id of the object, of its charge or at its bank, an end-to-end id or an external id.
    func objectsOfAll(named text: String) async throws(StorageFault) -> FoundObjects

    /// The outcomes of `count` periods of `stepMicroseconds` from `start` on, including periods without a payment.
    func outcomes(from start: Timestamp, stepMicroseconds: Int64, count: Int) async throws(StorageFault)
        -> [PaymentOutcomes]
    /// Microseconds from approval to end, for the newest `limit` payments that ended since `start`, in no order.
    ///
    /// A payment that was never approved has no such time.
    func settlementTimes(endedSince start: Timestamp, limit: Int) async throws(StorageFault) -> [Int64]

    /// Uses up a link or a session of this server's own pages, which expires at `end`; deletes expired ones.
    ///
    /// - Returns: whether the pass was valid until now: only one of two concurrent calls for one pass gets `true`.
    func spend(_ pass: Digest, until end: Timestamp, at now: Timestamp) async throws(StorageFault) -> Bool
    func isSpent(_ pass: Digest) async throws(StorageFault) -> Bool
}
