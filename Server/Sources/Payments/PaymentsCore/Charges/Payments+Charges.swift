public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// The operations on charges: an intent has one charge, which is made and ends with it, or one for each day of a schedule.
extension Payments {
    /// `GET /charges/{id}/`.
    public func charge(_ id: ChargeID, for caller: Caller) async throws(APIFailure) -> ChargeResource {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.paymentIntent(charge: id, of: organisation)
        }
        guard let found else { throw .notFound }
        let enrollments = try await enrollments(of: [found], in: organisation)
        let all = charges(of: found, enrollments[found.enrollment], customer: found.customer)
        guard let charge = all.first(where: { $0.id == id }) else { throw .notFound }
        return charge
    }

    /// `GET /charges/`: lists charges, the newest intents first.
    ///
    /// `customerIdentifier` is the payer's CPF or CNPJ; the organisation may not know this payer.
    public func charges(
        _ query: ChargeQuery,
        customerIdentifier: String?,
        for caller: Caller
    ) async throws(APIFailure) -> Page<ChargeResource> {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        var query = query
        switch try await payer(query.customer, identifier: customerIdentifier, for: caller) {
        case .anybody: break
        case .one(let customer): query.customer = customer
        case .nobody: return .empty
        }
        let scoped = query
        let found = try await read { () async throws(StorageFault) in
            try await self.store.charges(scoped, of: organisation)
        }
        return found.with(try await charges(found.items, in: organisation))
    }

    private func charges(
        _ listed: [ListedCharge],
        in organisation: OrganisationID
    ) async throws(APIFailure) -> [ChargeResource] {
        guard !listed.isEmpty else { return [] }
        let intents = try await read { () async throws(StorageFault) in
            try await self.store.paymentIntents(Set(listed.map(\.intent)), of: organisation)
        }
        let payers = try await enrollments(of: intents, in: organisation).mapValues(payerInformation)
        let owners = Dictionary(intents.map { ($0.id, $0) }) { first, _ in first }
        return listed.compactMap { place in
            guard let intent = owners[place.intent] else { return nil }
            let payer = payers[intent.enrollment] ?? nil
            guard let scheduled = intent.schedule?.charges else { return intent.onlyCharge(intent.customer, payer) }
            // One charge of a schedule is a row of its own: the others are not made for it.
            let index = place.number.map { $0 - 1 } ?? 0
            guard scheduled.indices.contains(index) else { return nil }
            return intent.resource(of: scheduled[index], intent.customer, payer)
        }
    }

    /// Reads the enrollments of all intents with one query.
    func enrollments(
        of intents: [PaymentIntent],
        in organisation: OrganisationID
    ) async throws(APIFailure) -> [EnrollmentID: Enrollment] {
        guard !intents.isEmpty else { return [:] }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.enrollments(Set(intents.map(\.enrollment)), of: organisation)
        }
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The charges of an intent: one, or those of its schedule in the order of their days.
    func charges(of intent: PaymentIntent, _ enrollment: Enrollment?, customer: CustomerID) -> [ChargeResource] {
        let payer = enrollment.flatMap(payerInformation)
        guard let scheduled = intent.schedule?.charges else { return [intent.onlyCharge(customer, payer)] }
        return scheduled.map { intent.resource(of: $0, customer, payer) }
    }
}

extension PaymentIntent {
    fileprivate func onlyCharge(_ customer: CustomerID, _ payer: PayerInformation?) -> ChargeResource {
        ChargeResource(
            id: charge,
            createdAt: createdAt,
            updatedAt: updatedAt,
            paymentIntent: id,
            customer: customer,
            amount: amount,
            description: details.description,
            statementDescription: details.statementDescription,
            status: chargeStatus,
            endToEndID: endToEndID,
            failureCode: end?.code,
            failureMessage: endMessage,
            payerInformation: payer
        )
    }

    fileprivate func resource(
        of scheduled: ScheduledCharge,
        _ customer: CustomerID,
        _ payer: PayerInformation?
    ) -> ChargeResource {
        ChargeResource(
            id: scheduled.id,
            createdAt: createdAt,
            updatedAt: scheduled.changedAt,
            paymentIntent: id,
            customer: customer,
            amount: amount,
            description: details.description,
            statementDescription: details.statementDescription,
            status: scheduled.status,
            scheduledFor: scheduled.day,
            endToEndID: scheduled.endToEndID,
            failureCode: scheduled.failure?.code,
            failureMessage: scheduled.failure.map { $0.message ?? $0.code.sentence },
            payerInformation: payer
        )
    }
}
