public import ChaveBase
public import ChavePixModel
import ChaveWire
public import PaymentsModel

extension Payments {
    /// `POST /customers/{id}/anonymize/`: counts here at once, and is complete when no bank has an operation under way.
    ///
    /// From now on, no search finds the person and no response names them. No new object can be made for them, and
    /// their enrollments end. A repeated request changes nothing.
    public func anonymizeCustomer(
        _ id: CustomerID,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        for _ in 0..<Payments.looks {
            let customer = try await storedCustomer(id, for: caller)
            let id = customer.id
            let record: IdempotencyRecord?
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed: throw .unexpected
            case .new(let new): record = new
            }
            if customer.erasure != nil {
                let answer = try answer(anonymized: customer)
                try await keep(answer, under: record, of: .customer(id))
                return answer
            }
            guard let answer = try await requestErasure(of: customer, by: caller, record) else { continue }
            start(.customer(id))
            return answer
        }
        throw .customerKeepsChanging
    }

    /// - Returns: `nil` when another writer changed the customer: read again.
    private func requestErasure(
        of customer: Customer,
        by caller: Caller,
        _ record: IdempotencyRecord?
    ) async throws(APIFailure) -> APIAnswer? {
        let now = world.now()
        var next = customer
        next.requestErasure(at: now, nobody: Digest(trusting: world.randomBytes(32)))
        var change = Change()
        change.audit.append(next.audited("anonymization-requested", at: now, actor: caller.actor))
        change.writes.append(
            .updateCustomer(next, expected: customer.version, schedule: next.erasureSchedule)
        )
        let answer = try answer(anonymized: next)
        change.idempotency = try claim(record, object: .customer(customer.id), answer: answer, key: nil)
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            if case .conflict = error { return nil }
            throw claimFailure(error)
        }
        return answer
    }

    /// The response to the request; it names nobody, so a stored copy is sealed with the server's own key.
    private func answer(anonymized customer: Customer) throws(APIFailure) -> APIAnswer {
        APIAnswer(status: 200, body: try resource(of: customer).json.encoded(), customer: nil)
    }

    func storedCustomer(_ id: CustomerID, for caller: Caller) async throws(APIFailure) -> Customer {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let id = unveiled(id, of: organisation)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.customer(id, of: organisation)
        }
        guard let found else { throw .notFound }
        return found
    }
}
