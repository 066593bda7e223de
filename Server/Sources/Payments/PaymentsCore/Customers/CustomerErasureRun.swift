import ChaveBase
import ChavePixModel
import PaymentsModel
import Waiting

/// Advances the erasure of one person as far as possible now: ends open objects, waits for the banks, then destroys
/// data.
///
/// The key remains until the last payment and the last enrollment have ended. It seals the orders and tokens that their
/// retries need.
struct CustomerErasureRun {
    let payments: Payments
    let id: CustomerID
    private static let batch = 100
    private static let tries = 20

    func run() async {
        while true {
            do throws(RunFailure) {
                guard try await step() else { return }
            } catch {
                switch error {
                case .conflict: continue
                case .taken(let value): return payments.alert(.unexpectedEvent("taken \(value.rawValue)"))
                case .storage(let fault): return payments.alert(.storageFailed("\(type(of: fault.underlying))"))
                case .stuck(let alert): return payments.alert(alert)
                }
            }
        }
    }

    /// - Returns: whether there may be more to do at once.
    private func step() async throws(RunFailure) -> Bool {
        let found = try await read { () async throws(StorageFault) in try await payments.store.customer(id) }
        guard let customer = found, let erasure = customer.erasure, erasure.completedAt == nil else { return false }
        if erasure.retry.waits(at: payments.world.deadlineNow()) { return false }
        guard try await endWhatIsOpen(of: customer) else {
            try await tryAgain(customer, erasure)
            return false
        }
        try await eraseEnrollments(of: customer)
        try await eraseIntents(of: customer)
        try await complete(customer)
        await forgetOverwritten()
        return false
    }

    /// - Returns: whether nothing is open any more.
    private func endWhatIsOpen(of customer: Customer) async throws(RunFailure) -> Bool {
        let enrollments = try await read { () async throws(StorageFault) in
            try await payments.store.openEnrollments(of: id, customer.organisation)
        }
        for enrollment in enrollments {
            if enrollment.end == nil {
                _ = try await payments.commit(.cancel, on: enrollment, actor: "platform")
                payments.bankTokens.forget(enrollment.id)
            }
            payments.start(.enrollment(enrollment.id))
        }
        let intents = try await read { () async throws(StorageFault) in
            try await payments.store.openPaymentIntents(of: id, customer.organisation)
        }
        for intent in intents where intent.canBeGivenUp {
            _ = try await payments.commit(.groundLost(.enrollmentRevoked), on: intent, actor: "platform")
        }
        for intent in intents { try await cancelLaterPayments(of: intent) }
        return enrollments.isEmpty && intents.isEmpty
    }

    /// Asks the bank to cancel the payments of a schedule; those that it keeps are waited for.
    private func cancelLaterPayments(of intent: PaymentIntent) async throws(RunFailure) {
        guard case .scheduled(let lookAt) = intent.state, let schedule = intent.schedule else { return }
        if schedule.cancellation == nil, canBeCancelled(schedule) {
            let event = PaymentIntentEvent.scheduleMoved(.cancellationAsked, lookAt: lookAt)
            _ = try await payments.commit(event, on: intent, actor: "platform") { $0.askToCancel(nil) }
        }
        payments.start(.paymentIntent(intent.id))
    }

    /// Whether the bank may still cancel something that it was not just asked for; what it refused is asked once a day.
    private func canBeCancelled(_ schedule: ChargeSchedule) -> Bool {
        let (now, deadlineNow) = (payments.world.now(), payments.world.deadlineNow())
        let wasRefused = schedule.refusedAt.map { deadlineNow < $0.adding(seconds: 24 * 3_600) } ?? false
        return !wasRefused && !schedule.isBeingCancelled(at: deadlineNow)
            && schedule.cancellations < ChargeSchedule.largestCancellations
            && schedule.canBeCancelled(at: now)
    }

    private func tryAgain(_ customer: Customer, _ erasure: CustomerErasure) async throws(RunFailure) {
        var later = customer
        later.version += 1
        later.erasure?.retry = erasure.retry.again(after: payments.world.deadlineNow())
        var change = Change()
        change.writes.append(
            .updateCustomer(later, expected: customer.version, schedule: later.erasureSchedule)
        )
        try await payments.store(change)
    }

    private func eraseEnrollments(of customer: Customer) async throws(RunFailure) {
        var query = EnrollmentQuery()
        query.customer = id
        try await eraseEach { (page) async throws(StorageFault) in
            query.page = page
            return try await payments.store.enrollments(query, of: customer.organisation)
        } erase: { change, enrollment, now in
            change.erasePerson(of: enrollment, at: now)
            return enrollment.id.ofAnyKind
        }
    }

    private func eraseIntents(of customer: Customer) async throws(RunFailure) {
        var query = PaymentIntentQuery()
        query.customer = id
        try await eraseEach { (page) async throws(StorageFault) in
            query.page = page
            return try await payments.store.paymentIntents(query, of: customer.organisation)
        } erase: { change, intent, now in
            change.erasePerson(of: intent, at: now)
            return intent.id.ofAnyKind
        }
    }

    /// Erases one page at a time, each in one transaction; `erase` returns the id after which the next page begins.
    private func eraseEach<Object: Sendable>(
        find: (PageRequest) async throws(StorageFault) -> Page<Object>,
        erase: (inout Change, Object, Timestamp) -> AnyID
    ) async throws(RunFailure) {
        var request = PageRequest(size: Self.batch, isCounted: false)
        while true {
            let asked = request
            let page = try await read { () async throws(StorageFault) in try await find(asked) }
            var change = Change()
            var last: AnyID?
            for object in page.items { last = erase(&change, object, payments.world.now()) }
            try await payments.store(change)
            guard page.hasOlder, let last else { return }
            request.start = .after(last)
        }
    }

    private func complete(_ customer: Customer) async throws(RunFailure) {
        let now = payments.world.now()
        var erased = customer
        erased.completeErasure(at: now)
        var change = Change()
        change.audit.append(erased.audited("anonymized", at: now, actor: "platform"))
        change.writes = [
            .requireNothingOpen(of: id, customer.organisation),
            .updateCustomer(erased, expected: customer.version, schedule: .never),
        ]
        try await payments.store(change)
        payments.board.signal(.customer(id))
    }

    /// Removes overwritten data from the store, with retries.
    ///
    /// Readers of an older snapshot end soon; until then the log still contains the overwritten data.
    private func forgetOverwritten() async {
        for _ in 0..<Self.tries {
            do throws(StorageFault) {
                if try await payments.store.forgetOverwritten() { return }
            } catch {
                return payments.alert(.storageFailed("\(type(of: error.underlying))"))
            }
            await payments.world.sleep(250)
        }
        payments.alert(.storageFailed("log not emptied"))
    }

    private func read<Value>(_ body: () async throws(StorageFault) -> Value) async throws(RunFailure) -> Value {
        do throws(StorageFault) {
            return try await body()
        } catch {
            throw .storage(error)
        }
    }
}
