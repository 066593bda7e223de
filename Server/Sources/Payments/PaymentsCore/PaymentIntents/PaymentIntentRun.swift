import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import Synchronization

/// Carries one payment intent forward as far as possible now: time limits first, then the call that its state
/// announces.
///
/// Before a call is sent, the run commits everything that a crash could not recover. Every try of a call carries the
/// same body and key. The bank repeats its response about a consent under the same key. Therefore that response is
/// stored with the challenge, or as soon as the run pauses. Only the bank's response, or a consent that ended
/// unconsumed, ends a payment that may have been sent.
struct PaymentIntentRun {
    let payments: Payments
    let id: PaymentIntentID
    private let key: PayerKey
    let first: StoredIntent?
    /// Whether no other worker on any node handles the intent: a sweep claimed it after the previous hold ended.
    private let isClaimed: Bool

    /// Begins with the intent in the store, or with `stored`.
    init(payments: Payments, id: PaymentIntentID, isClaimed: Bool = false, from stored: StoredIntent? = nil) {
        (self.payments, self.id, self.isClaimed) = (payments, id, isClaimed)
        first = stored
        key = PayerKey(stored?.payerKey)
    }

    /// Runs the steps; each step begins with the version that the step before stored.
    ///
    /// When another writer changed the intent since, the step's own write is refused and the run reads the intent
    /// again.
    func run() async {
        var stored = first?.intent
        // True only for the state that the sweep found; after that, another worker may change the intent.
        var isAlone = isClaimed
        while true {
            do throws(RunFailure) {
                if stored == nil { stored = try await load() }
                guard let intent = stored else { return }
                stored = try await step(intent, isAlone: isAlone)
                isAlone = false
                guard stored != nil else { return }
            } catch {
                switch error {
                case .conflict: (stored, isAlone) = (nil, false)
                case .taken(let value): return payments.alert(.unexpectedEvent("taken \(value.rawValue)"))
                case .storage(let fault): return payments.alert(.storageFailed("\(type(of: fault.underlying))"))
                case .stuck(let alert): return payments.alert(alert)
                }
            }
        }
    }

    /// - Returns: the intent as stored, when there may be more to do at once.
    private func step(_ intent: PaymentIntent, isAlone: Bool) async throws(RunFailure) -> PaymentIntent? {
        let moment = payments.world.moment()
        if try tickMoves(intent, at: moment) { return try await commit(.clockTick, on: intent) }
        if intent.retry.waits(at: moment.deadlineNow) { return nil }
        switch intent.state {
        case .created: return try await createConsent(intent)
        case .consented: return try await fetchChallenge(intent, of: intent)
        case .lapsing: return try await readLapsedConsent(intent)
        case .authorising(let approval): return try await authorise(intent, approval)
        case .paying(let body, let sentAt):
            // The worker that marked the payment sends it, and accepts a refusal of the only try. Until its hold ends,
            // it works alone.
            guard isAlone || intent.retry.attempts > 0 else { return nil }
            let part = PaymentIntent.paymentRequestPart
            let bytes = try payments.open(body, part, of: intent, with: try await key(of: intent))
            return try await pay(intent, bytes, sentAt: sentAt, isRepeat: true)
        case .settling(let since): return try await readPayment(intent, since: since)
        case .scheduled(let lookAt): return try await tend(intent, lookAt: lookAt)
        case .awaitingApproval:
            return try await payments.noticed.heed(.paymentIntent(id)) { (isNoticed) async throws(RunFailure) in
                isNoticed ? try await readWhileWaiting(intent) : nil
            }
        case .succeeded, .ended: return nil
        }
    }

    private func tickMoves(_ intent: PaymentIntent, at moment: Moment) throws(RunFailure) -> Bool {
        do throws(UnexpectedPaymentIntentEvent) {
            return try intent.state.receiving(.clockTick, at: moment).next != intent.state
        } catch {
            throw .stuck(.unexpectedEvent("clock-tick"))
        }
    }

    // MARK: Reading and storing

    private func load() async throws(RunFailure) -> PaymentIntent? {
        do throws(StorageFault) {
            return try await payments.store.paymentIntent(id)
        } catch {
            throw .storage(error)
        }
    }

    func key(of intent: PaymentIntent) async throws(RunFailure) -> CustomerKey {
        if let known = key.value { return known }
        let read = try await payments.customerKey(of: intent)
        key.value = read
        return read
    }

    func commit(
        _ event: PaymentIntentEvent,
        on intent: PaymentIntent,
        after earlier: [PaymentIntentMove] = [],
        also: (inout PaymentIntent) -> Void = { _ in }
    ) async throws(RunFailure) -> PaymentIntent? {
        try await payments.commit(
            event,
            on: intent,
            actor: "platform",
            after: earlier,
            answering: first,
            also: also
        )
    }

    func tryAgain(_ intent: PaymentIntent) async throws(RunFailure) -> PaymentIntent? {
        var later = intent
        later.retry = intent.retry.again(after: payments.world.deadlineNow())
        try await payments.reschedule(later)
        return nil
    }

    // MARK: The calls

    /// Reads the bank's consent, which decides.
    private func readLapsedConsent(_ intent: PaymentIntent) async throws(RunFailure) -> PaymentIntent? {
        guard let consent = intent.consent else { return try await commit(.consentLapsed, on: intent) }
        switch await readConsent(consent, of: intent) {
        case .unknown: return try await tryAgain(intent)
        case .answered(let read, _) where read.status == .consumed:
            // A payment that these records do not contain, for example after a restored backup: a person must look.
            if intent.retry.attempts == 0 { contradiction(in: "consent-status", of: intent) }
            return try await tryAgain(intent)
        case .answered(let read, _):
            // Nobody approved here, so no payment is sent for the consent: it lapses unconsumed.
            if read.status == .authorised { contradiction(in: "consent-status", of: intent) }
            return try await commit(.consentLapsed, on: intent)
        case .refused: return try await commit(.consentLapsed, on: intent)
        }
    }

    /// Reads the consent after a bank's notification, while the payer has the next step.
    ///
    /// Only a consent that ended matters then.
    private func readWhileWaiting(_ intent: PaymentIntent) async throws(RunFailure) -> PaymentIntent? {
        guard let consent = intent.consent, case .answered(let read, _) = await readConsent(consent, of: intent),
            read.status == .rejected
        else { return nil }
        let code = FailureCode(consentRejection: read.rejectionReason)
        return try await commit(.refused(PaymentIntentEnd(.failed, code)), on: intent)
    }

    private func authorise(
        _ intent: PaymentIntent,
        _ approval: PaymentIntentState.Approval
    ) async throws(RunFailure) -> PaymentIntent? {
        let body = try payments.open(approval.body, "approval", of: intent, with: try await key(of: intent))
        let enrollment = try await payments.enrollment(of: intent)
        guard case .authorised(let tokens, _) = enrollment.state else {
            return try await commit(.refused(PaymentIntentEnd(.failed, .enrollmentRevoked)), on: intent)
        }
        let run = EnrollmentRun(payments: payments, id: enrollment.id)
        guard let token = try await run.accessToken(enrollment, tokens) else {
            // A bank that gives no token may have ended the enrollment.
            await payments.checkSoon(enrollment)
            return try await tryAgain(intent)
        }
        var request = call(intent, .authoriseConsent, .authorisation, body: body)
        request.accessToken = token
        request.renewToken = run.renewal(enrollment, tokens)
        request.subject = intent.consent?.id ?? ""
        switch await payments.bank.call(request) {
        case .answered: return try await goOnByConsent(intent, refusal: nil)
        case .refused(let code):
            if code == "STATUS_VINCULO_INVALIDO" { await payments.checkSoon(enrollment) }
            return try await goOnByConsent(intent, refusal: code)
        case .unknown:
            payments.bankTokens.forget(enrollment.id)
            return try await goOnByConsent(intent, refusal: nil)
        }
    }

    /// Continues by the consent's state, which counts after an authorisation, whatever the authorisation's response
    /// was.
    private func goOnByConsent(_ intent: PaymentIntent, refusal: String?) async throws(RunFailure) -> PaymentIntent? {
        guard let consent = intent.consent else { throw .stuck(.unexpectedEvent("authorised")) }
        let isCertain = refusal.map { $0 != "STATUS_CONSENTIMENTO_INVALIDO" } ?? false
        guard case .answered(let read, _) = await readConsent(consent, of: intent) else {
            guard let refusal, isCertain else { return try await tryAgain(intent) }
            return try await commit(
                .refused(PaymentIntentEnd(.failed, .init(authorisationRefusal: refusal))),
                on: intent
            )
        }
        switch read.status {
        case .authorised where refusal == nil || !isCertain:
            return try await sendPayment(intent) { .authorised(payment: $0) }
        case .awaitingAuthorisation where refusal == nil: return try await tryAgain(intent)
        case .consumed:
            // Only a payment of ours can have done that, one that these records have lost. It is sent again under its
            // own key.
            contradiction(in: "consent-status", of: intent)
            return try await sendPayment(intent) { .consumed(payment: $0) }
        case .partiallyAccepted:
            return try await commit(.refused(PaymentIntentEnd(.failed, .consentRejected)), on: intent)
        case .awaitingAuthorisation, .rejected, .authorised:
            // A refusal because of the consent's status is less exact than the consent's own reason.
            let code =
                isCertain
                ? FailureCode(authorisationRefusal: refusal ?? "") : FailureCode(consentRejection: read.rejectionReason)
            return try await commit(.refused(PaymentIntentEnd(.failed, code)), on: intent)
        }
    }

    private func readPayment(_ intent: PaymentIntent, since: Timestamp) async throws(RunFailure) -> PaymentIntent? {
        guard let paymentID = intent.bankPaymentID else { throw .stuck(.unexpectedEvent("settling")) }
        var request = call(intent, .readPayment, nil)
        request.subject = paymentID
        guard case .answered(let payment, _) = await payments.bank.call(request, answer: OFBPayment.self) else {
            warnIfLate(intent, since: since)
            return try await tryAgain(intent)
        }
        return try await follow(payment, on: intent, since: since)
    }

    /// Applies the bank's payment, which counts only when it is ours: same end-to-end id, same consent, same amount.
    func follow(_ payment: OFBPayment, on intent: PaymentIntent, since: Timestamp) async throws(RunFailure)
        -> PaymentIntent?
    {
        guard payment.endToEndID.utf8.elementsEqual(intent.endToEndID.text.utf8), payment.order.amount == intent.amount,
            payment.consentID.map({ $0.utf8.elementsEqual((intent.consent?.id ?? "").utf8) }) ?? true
        else {
            contradiction(in: "payment", of: intent)
            return try await tryAgain(intent)
        }
        switch payment.status {
        case .acsc:
            return try await commit(.settled, on: intent) { $0.bankPaymentID = payment.paymentID }
        case .rjct, .canc:
            let code =
                payment.status == .canc
                ? .chargeSettlementFailed : FailureCode(paymentRefusal: payment.rejectionCode ?? "")
            return try await commit(.refused(PaymentIntentEnd(.failed, code)), on: intent) {
                $0.bankPaymentID = payment.paymentID
            }
        case .rcvd, .accp, .acpd, .pdng, .schd:
            warnIfLate(intent, since: since)
            if case .settling = intent.state { return try await tryAgain(intent) }
            return try await commit(.paymentKnown, on: intent) {
                $0.bankPaymentID = payment.paymentID
                $0.retry = Retry.none.again(after: payments.world.deadlineNow())
            }
        }
    }

    func warnIfLate(_ intent: PaymentIntent, since: Timestamp) {
        let seconds = payments.world.now().microseconds(since: since) / 1_000_000
        if seconds >= 120 { payments.alert(.paymentUnsettled(intent.id, seconds: seconds)) }
    }

    func contradiction(in what: String, of intent: PaymentIntent) {
        payments.alert(.bankContradicts(.paymentIntent(intent.id), what))
    }

    func readConsent(
        _ consent: PaymentIntent.ConsentRecord,
        of intent: PaymentIntent
    ) async -> BankAnswer<OFBConsent> {
        var request = call(intent, .readConsent, nil)
        request.subject = consent.id
        let answer = await payments.bank.call(request, answer: OFBConsent.self)
        // A response about another consent says nothing about this one.
        if case .answered(let read, _) = answer, !read.consentID.utf8.elementsEqual(consent.id.utf8) {
            contradiction(in: "consent-id", of: intent)
            return .unknown(.unreadable)
        }
        return answer
    }

    func call(
        _ intent: PaymentIntent,
        _ operation: InstitutionOperation,
        _ step: PaymentIntent.BankStep?,
        body: [UInt8] = []
    ) -> Bank.Call {
        Bank.Call(
            institution: intent.institution,
            route: intent.route,
            operation: operation,
            idempotencyKey: step.map(intent.bankKey),
            body: body
        )
    }
}

/// The payer's data key, read at most once in a run: the customer of an open intent is not erased.
final class PayerKey: Sendable {
    private let known: Mutex<CustomerKey?>

    init(_ key: CustomerKey?) { known = Mutex(key) }

    var value: CustomerKey? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}
