public import ChaveBase
public import ChavePixModel
import ChaveWire
import InstitutionPort
public import PaymentsModel

extension Payments {
    /// `POST /payment-intents/`: the bank's consent and a challenge for it (Payments API, section 6).
    public func createPaymentIntent(
        _ request: CreatePaymentIntentRequest,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        for _ in 0..<Payments.looks {
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed(let object, let hold): return try await answerCreatedIntent(object, hold, caller)
            case .new(let record):
                guard let stored = try await insertIntent(request, by: caller, record) else { continue }
                return try await answerCreatedIntent(
                    .paymentIntent(stored.intent.id),
                    record?.hold,
                    caller,
                    startingFrom: stored
                )
            }
        }
        throw .customerKeepsChanging
    }

    /// - Returns: `nil` when the same customer was created at the same time: read again.
    private func insertIntent(
        _ request: CreatePaymentIntentRequest,
        by caller: Caller,
        _ record: IdempotencyRecord?
    ) async throws(APIFailure) -> StoredIntent? {
        try requireShort(request.metadata, by: caller)
        let query = IntentBasisQuery(
            customer: lookup(request.customer, of: caller.organisation),
            enrollment: request.paymentMethodDetails.enrollment,
            beneficiary: request.paymentMethodDetails.beneficiaryBankAccount,
            wantsOpen: request.externalID == nil,
            room: DeviceRoom(intentOf: request.paymentMethodDetails.enrollment, by: caller)
        )
        let basis = try await read { () async throws(StorageFault) in
            try await self.store.basis(query, of: caller.organisation)
        }
        let payer = try resolve(request.customer, as: basis.customer, field: "customer", by: caller)
        let customer = payer.customer
        let enrollment = try usable(basis.enrollment, of: customer, isNew: payer.isNew, for: caller)
        let beneficiary = try active(basis.beneficiary)
        try requireNoTwin(of: request, among: basis.open, for: caller)
        let route = try await route(to: enrollment.institution)
        var change = Change()
        try require(query.room, full: basis.full, in: &change)
        payer.begin(&change)
        let intent = change.insert(
            try newIntent(request, for: customer, enrollment, to: beneficiary, by: caller, route),
            actor: caller.actor,
            world: world
        )
        change.idempotency = claim(record, object: .paymentIntent(intent.id))
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            switch error {
            case .taken(.customerIdentifier), .conflict: return nil
            case .taken(.intentExternalID): throw try await externalIDConflict(with: intent, for: caller)
            case .taken, .fault: throw claimFailure(error)
            }
        }
        return StoredIntent(
            intent: intent,
            payerKey: try? key(of: customer),
            enrollment: enrollment,
            creation: IntentCreation(by: caller, holding: record?.hold)
        )
    }

    static let runOut =
        "The enrollment's validity is over and its bank is asked whether it goes on. Read it for the answer."
    private static let enrollmentField = "payment_method_details.open_finance_biometric_pix.enrollment"
    static let beneficiaryField = "payment_method_details.open_finance_biometric_pix.beneficiary_bank_account"

    private func usable(
        _ found: Enrollment?,
        of customer: Customer,
        isNew: Bool,
        for caller: Caller
    ) throws(APIFailure) -> Enrollment {
        // Another device does not see the intent, like every object that it did not make.
        guard let found, caller.sees(found.createdBy, customer: found.customer) else { throw .notFound }
        guard !isNew, found.customer == customer.id else {
            throw .field(.invalid, Payments.enrollmentField, "The enrollment belongs to another customer.")
        }
        guard found.status == .succeeded else {
            throw .field(
                .invalid,
                Payments.enrollmentField,
                "The enrollment is not SUCCEEDED. Enroll the device again."
            )
        }
        guard !found.hasRunOut(at: world.deadlineNow()) else {
            start(.enrollment(found.id))
            throw .field(.invalid, Payments.enrollmentField, Payments.runOut)
        }
        return found
    }

    private func active(_ found: BankAccount?) throws(APIFailure) -> BankAccount {
        guard let found else {
            throw .field(.doesNotExist, Payments.beneficiaryField, "There is no such bank account. Create it first.")
        }
        guard found.isActive else {
            throw .field(.invalid, Payments.beneficiaryField, "The bank account is not active.")
        }
        return found
    }

    /// Refuses a second intent like one under way when it has no external id: most likely it is the same purchase.
    ///
    /// A device's own payment blocks only devices: the merchant's server decides by itself.
    private func requireNoTwin(
        of request: CreatePaymentIntentRequest,
        among open: [PaymentIntent],
        for caller: Caller
    ) throws(APIFailure) {
        guard request.externalID == nil else { return }
        let twin = open.first {
            $0.status == .processing && $0.amount == request.amount
                && (caller.device != nil || $0.createdBy.type == .apiKey)
                && $0.beneficiary == request.paymentMethodDetails.beneficiaryBankAccount
        }
        guard let twin else { return }
        // Only a caller for whom the intent exists gets its name.
        let name = caller.sees(twin.createdBy, customer: twin.customer) ? "Payment intent \(twin.id.text)" : "An intent"
        throw .conflict(
            "\(name) with the same enrollment, amount and beneficiary is PROCESSING. Wait for it, or give each purchase an external_id."
        )
    }

    /// The 409 for a reserved external id: it names the intent, its amount and its maker.
    private func externalIDConflict(
        with refused: PaymentIntent,
        for caller: Caller
    ) async throws(APIFailure) -> APIFailure {
        let (externalID, isByDevice) = (refused.details.externalID ?? "", refused.createdBy.device != nil)
        let known = try await read { () async throws(StorageFault) in
            try await self.store.paymentIntent(
                keeping: externalID,
                ofDevicesFor: isByDevice ? refused.customer : nil,
                of: caller.organisation
            )
        }
        let maker = isByDevice ? "a device" : "your server"
        // Only a caller for whom the intent exists gets its name.
        let name = known.flatMap { known in
            caller.sees(known.createdBy, customer: known.customer)
                ? "Payment intent \(known.id.text) of BRL \(known.amount.decimal), made by \(maker)," : nil
        }
        return APIFailure(
            409,
            .conflict,
            field: "external_id",
            "\(name ?? "A payment intent made by \(maker)") with this external_id is open or paid. "
                + "Use that one, or another external_id."
        )
    }

    private func newIntent(
        _ request: CreatePaymentIntentRequest,
        for customer: Customer,
        _ enrollment: Enrollment,
        to beneficiary: BankAccount,
        by caller: Caller,
        _ route: InstitutionRoute?
    ) throws(APIFailure) -> PaymentIntent {
        let now = world.now()
        let order = try order(request, payer: customer, enrollment, to: beneficiary, at: now)
        guard let endToEndID = EndToEndID(ispb: policy.ispb, at: now, random: world.randomBytes(16)) else {
            throw .unexpected
        }
        let schedule = try schedule(for: request, at: now)
        let externalPayment: ChargeID = world.newID()
        let providerRequest: ChargeID = world.newID()
        var intent = PaymentIntent(
            id: world.newID(at: now),
            organisation: caller.organisation,
            createdBy: caller.creator,
            createdAt: now,
            customer: customer.id,
            enrollment: enrollment.id,
            institution: enrollment.institution,
            beneficiary: beneficiary.id,
            amount: request.amount,
            details: .init(
                description: request.description,
                statementDescription: request.statementDescription,
                externalID: request.externalID,
                metadata: request.metadata?.json.text
            ),
            charge: schedule?.charges.first?.id ?? world.newID(),
            endToEndID: schedule?.charges.first?.endToEndID ?? endToEndID,
            schedule: schedule,
            externalPaymentID: externalPayment.text,
            providerRequestID: providerRequest.text,
            deadline: world.onDeadlineClock(now).adding(seconds: PaymentIntentRules.consentWithinSeconds)
        )
        intent.route = route
        let field = intent.field(PaymentIntent.consentRequestPart)
        intent.consentRequest = try unseal { () throws(SealingError) in
            try self.key(of: customer).seal(order.bytes, field: field, randomBytes: self.world.randomBytes)
        }
        return intent
    }

    private func answerCreatedIntent(
        _ object: ObjectReference,
        _ hold: IdempotencyHold?,
        _ caller: Caller,
        startingFrom stored: StoredIntent? = nil
    ) async throws(APIFailure) -> APIAnswer {
        guard case .paymentIntent(let id) = object else { throw .unexpected }
        let creation = stored?.creation
        return try await finishUnlessKept(hold, of: caller.organisation) {
            () async throws(APIFailure) -> (answer: APIAnswer, isKept: Bool) in
            let found = try await self.answerOrGiveUp(creation, from: object, startingFrom: stored) {
                () async throws(StorageFault) -> CreatedIntent? in
                if let answer = creation?.answer { return .answered(answer) }
                guard let intent = try await self.store.paymentIntent(id), intent.hasChallengeOrEnd else { return nil }
                if let answer = creation?.answer(storedAt: intent.auditHead) { return .answered(answer) }
                return .stored(intent)
            }
            switch found {
            case .answered(let answer): return (answer, true)
            case .stored(let intent):
                return (try await self.createdAnswer(intent, for: caller, from: stored?.enrollment), false)
            }
        }
    }

    /// Waits for the result; when the request ends without one, it tells the run not to store a response under its key.
    private func answerOrGiveUp(
        _ creation: IntentCreation?,
        from object: ObjectReference,
        startingFrom stored: StoredIntent?,
        when found: @Sendable () async throws(StorageFault) -> CreatedIntent?
    ) async throws(APIFailure) -> CreatedIntent {
        do throws(APIFailure) {
            return try await answer(from: object, startingFrom: stored, when: found)
        } catch {
            creation?.giveUp()
            throw error
        }
    }

    /// The end of a create request: a response that is already stored, or an intent whose response is not stored yet.
    private enum CreatedIntent {
        /// The run that reached the result has stored the response too.
        case answered(APIAnswer)
        case stored(PaymentIntent)
    }

    /// The response to the creation of an intent that has a challenge or has ended.
    func createdAnswer(
        _ intent: PaymentIntent,
        for caller: Caller,
        from enrollment: Enrollment?
    ) async throws(APIFailure) -> APIAnswer {
        let resource = try await resource(of: intent, for: caller, from: enrollment)
        return APIAnswer(status: 201, body: resource.json.encoded(), customer: intent.customer)
    }

    /// `GET /payment-intents/{id}/`.
    public func paymentIntent(_ id: PaymentIntentID, for caller: Caller) async throws(APIFailure)
        -> PaymentIntentResource
    {
        let found = try await enrolledIntent(id, for: caller)
        return try await resource(of: found.intent, for: caller, from: found.enrollment)
    }

    /// `GET /payment-intents/`.
    public func paymentIntents(
        _ query: PaymentIntentQuery,
        customerIdentifier: String? = nil,
        for caller: Caller
    ) async throws(APIFailure) -> Page<PaymentIntentResource> {
        var query = query
        switch try await payer(query.customer, identifier: customerIdentifier, for: caller) {
        case .anybody: break
        case .one(let customer): query.customer = customer
        case .nobody: return .empty
        }
        query.device = caller.device
        query.boundCustomer = caller.boundCustomer
        let scoped = query
        let found = try await read { () async throws(StorageFault) in
            try await self.store.paymentIntents(scoped, of: caller.organisation)
        }
        let enrollments = try await enrollments(of: found.items, in: caller.organisation)
        var resources: [PaymentIntentResource] = []
        for intent in found.items {
            resources.append(try await resource(of: intent, for: caller, from: enrollments[intent.enrollment]))
        }
        return found.with(resources)
    }

    /// An intent that exists for this caller, with its enrollment.
    func enrolledIntent(_ id: PaymentIntentID, for caller: Caller) async throws(APIFailure) -> EnrolledIntent {
        let found = try await read { () async throws(StorageFault) in
            try await self.store.enrolledIntent(id, of: caller.organisation)
        }
        guard let found, caller.sees(found.intent.createdBy, customer: found.intent.customer) else { throw .notFound }
        return found
    }

    /// The intent, if it exists for this caller.
    func storedIntent(_ id: PaymentIntentID, for caller: Caller) async throws(APIFailure) -> PaymentIntent {
        let found = try await read { () async throws(StorageFault) in
            try await self.store.paymentIntent(id, of: caller.organisation)
        }
        guard let found, caller.sees(found.createdBy, customer: found.customer) else { throw .notFound }
        return found
    }
}

extension PaymentIntent {
    /// Whether the result of the creation exists: a challenge, or an end.
    var hasChallengeOrEnd: Bool {
        switch state {
        case .created, .consented: false
        case .awaitingApproval, .lapsing, .authorising, .paying, .settling, .scheduled, .succeeded, .ended: true
        }
    }

    /// Whether the intent's external id is free again, which is so after FAILED and CANCELED.
    var isAtFreeEnd: Bool { end != nil }
}
