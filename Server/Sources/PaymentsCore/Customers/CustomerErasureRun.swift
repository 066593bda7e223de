import ChavePixModel

/// Carries the erasure of one person as far as it goes now: ends what is open, waits for the banks, then destroys.
///
/// The key stays until the last payment and the last enrollment have ended, because the orders and tokens that they are
/// repeated with are sealed with it.
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
        if let next = erasure.retry.nextAt, next > payments.world.now() { return false }
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
        return enrollments.isEmpty && intents.isEmpty
    }

    private func tryAgain(_ customer: Customer, _ erasure: CustomerErasure) async throws(RunFailure) {
        var later = customer
        later.version += 1
        later.erasure?.retry = erasure.retry.again(after: payments.world.now())
        var change = Change()
        change.writes.append(
            .updateCustomer(later, expected: customer.version, schedule: later.erasureSchedule)
        )
        try await payments.store(change)
    }

    private func eraseEnrollments(of customer: Customer) async throws(RunFailure) {
        var query = EnrollmentQuery()
        query.customer = id
        query.page = PageRequest(size: Self.batch)
        while true {
            let asked = query
            let page = try await read { () async throws(StorageFault) in
                try await payments.store.enrollments(asked, of: customer.organisation)
            }
            var change = Change()
            change.writes = page.items.map { .eraseEnrollment($0.withoutPerson) }
            try await payments.store(change)
            guard page.hasOlder, let last = page.items.last else { return }
            query.page.start = .after(last.id.text)
        }
    }

    private func eraseIntents(of customer: Customer) async throws(RunFailure) {
        var query = PaymentIntentQuery()
        query.customer = id
        query.page = PageRequest(size: Self.batch)
        while true {
            let asked = query
            let page = try await read { () async throws(StorageFault) in
                try await payments.store.paymentIntents(asked, of: customer.organisation)
            }
            var change = Change()
            change.writes = page.items.map { .erasePaymentIntent($0.withoutPerson) }
            try await payments.store(change)
            guard page.hasOlder, let last = page.items.last else { return }
            query.page.start = .after(last.id.text)
        }
    }

    private func complete(_ customer: Customer) async throws(RunFailure) {
        let now = payments.world.now()
        var erased = customer
        erased.completeErasure(at: now)
        var change = Change()
        if let entry = erased.auditErasure(at: now, actor: "platform") { change.audit.append(entry) }
        change.writes = [
            .requireNothingOpen(of: id, customer.organisation),
            .updateCustomer(erased, expected: customer.version, schedule: .never),
        ]
        try await payments.store(change)
        payments.board.signal(.customer(id))
    }

    /// Readers of an older snapshot end soon; until then the log keeps what was overwritten.
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
