package import ChaveBase
package import ChavePixModel
package import PaymentsCore
package import Webhooks

/// What the operator sees of all organisations together; a merchant's request never comes here.
///
/// Lists are newest first, and each call is as of one moment. What holds for one database holds for all: the tests of
/// operators run over each.
package protocol OperatorStore: Sendable {
    func enrollmentsOfAll(status: String?, limit: Int) async throws(StorageFault)
        -> ReadableRows<OwnedRecord<Enrollment>>
    func paymentIntentsOfAll(status: String?, limit: Int) async throws(StorageFault)
        -> ReadableRows<OwnedRecord<PaymentIntent>>
    func deliveriesOfAll(status: String?, limit: Int) async throws(StorageFault) -> ReadableRows<ListedDelivery>

    /// `nil` when there is none; `limit` is for the payments and the deliveries beside it.
    ///
    /// - Throws: also where the enrollment's own row cannot be read.
    func dossier(of id: EnrollmentID, limit: Int) async throws(StorageFault) -> Dossier<Enrollment>?
    /// The same of a payment intent and its charge.
    func dossier(of id: PaymentIntentID, limit: Int) async throws(StorageFault) -> Dossier<PaymentIntent>?
    func deliveryOfAny(_ id: WebhookDeliveryID) async throws(StorageFault) -> ListedDelivery?
    /// Oldest first; the newest five hundred.
    func readableAttempts(of delivery: WebhookDelivery) async throws(StorageFault) -> ReadableRows<WebhookAttempt>

    /// The newest ten that have `text` as an id of their own, of their charge or at their bank, as an end-to-end id or
    /// as an external id.
    func objectsOfAll(named text: String) async throws(StorageFault) -> FoundObjects

    /// `count` stretches of `stepMicroseconds` from `start` on; those without a payment too.
    func outcomes(from start: Timestamp, stepMicroseconds: Int64, count: Int) async throws(StorageFault)
        -> [PaymentOutcomes]
    /// Microseconds from approval to end of payments that ended since `start`, of the newest `limit` that ended; in no
    /// order.
    ///
    /// What was never approved has no such time.
    func settlementTimes(endedSince start: Timestamp, limit: Int) async throws(StorageFault) -> [Int64]

    /// Uses up a link or a session of this server's own pages, whose end by itself is `end`; those that ended are forgotten.
    ///
    /// - Returns: whether it was good until now: of two that race for one pass, one gets `true`.
    func spend(_ pass: Digest, until end: Timestamp, at now: Timestamp) async throws(StorageFault) -> Bool
    func isSpent(_ pass: Digest) async throws(StorageFault) -> Bool
}
