import ChavePixModel
import ChaveWire
import InstitutionPort

extension Payments {
    /// Stores what `event` leads to.
    func commit(
        _ event: PaymentIntentEvent,
        on intent: PaymentIntent,
        actor: String,
        change: Change = Change(),
        also: (inout PaymentIntent) -> Void = { _ in }
    ) async throws(RunFailure) -> PaymentIntent {
        var change = change
        let next: PaymentIntent
        do throws(UnexpectedPaymentIntentEvent) {
            next = try change.apply(event, to: intent, at: world.now(), actor: actor, world: world, also: also)
        } catch {
            throw .stuck(.unexpectedEvent(event.name))
        }
        try await store(change)
        board.signal(.paymentIntent(next.id))
        return next
    }

    /// Moves only the next try.
    func reschedule(_ intent: PaymentIntent) async throws(RunFailure) {
        var change = Change()
        let schedule = intent.schedule(now: world.now())
        change.writes.append(.paymentIntent(intent, expected: intent.version, schedule: schedule))
        try await store(change)
    }

    /// What a payment stands on, read for the calls to the bank.
    struct Ground: Sendable {
        var particulars: CustomerParticulars
        var terms: OFBPaymentTerms
        var debtorAccount: OFBAccount?
    }

    func ground(of intent: PaymentIntent) async throws(RunFailure) -> Ground {
        let context = try await context(of: intent)
        let key: CustomerKey
        let particulars: CustomerParticulars
        var debtorAccount: OFBAccount?
        do throws(SealingError) {
            key = try self.key(of: context.customer)
            particulars = try self.particulars(of: context.customer)
            if let account = context.enrollment.bank?.account {
                let bytes = try key.open(account.sealed, field: context.enrollment.field("payer-account"))
                debtorAccount = (try? JSONValue(parsing: bytes)).flatMap { try? OFBAccount(json: $0) }
            }
        } catch {
            throw .stuck(.sealedFieldDamaged("customer"))
        }
        return Ground(
            particulars: particulars,
            terms: terms(of: intent, to: context.beneficiary),
            debtorAccount: debtorAccount
        )
    }

    /// What the holder approves and the bank pays: amount and receiver, the same in consent and payment.
    private func terms(of intent: PaymentIntent, to beneficiary: BankAccount) -> OFBPaymentTerms {
        var account: OFBAccount?
        var pixKey: String?
        switch beneficiary.route {
        case .account(let agency, let number, let type):
            let ispb = directory[beneficiary.institution]?.ispb ?? policy.ispb
            account = OFBAccount(ispb: ispb, issuer: agency, number: number, accountType: OFBAccount.ofbType(type))
        case .pixKey(let key): pixKey = key
        }
        return OFBPaymentTerms(
            amount: intent.amount,
            creditorName: beneficiary.holderName,
            creditorTaxID: beneficiary.holderTaxID,
            creditorPersonType: beneficiary.holderIsBusiness ? "PESSOA_JURIDICA" : "PESSOA_NATURAL",
            creditorAccount: account,
            proxy: pixKey,
            localInstrument: pixKey == nil ? "MANU" : "DICT",
            remittanceInformation: intent.details.statementDescription
        )
    }

    func context(of intent: PaymentIntent) async throws(RunFailure) -> AuthorisationContext {
        do throws(StorageFault) {
            guard let context = try await store.authorisationContext(intent.id, of: intent.organisation) else {
                throw StorageFault(underlying: SealingError.damaged(field: "intent"))
            }
            return context
        } catch {
            throw .storage(error)
        }
    }

    func enrollment(of intent: PaymentIntent) async throws(RunFailure) -> Enrollment {
        do throws(StorageFault) {
            guard let enrollment = try await store.enrollment(intent.enrollment, of: intent.organisation) else {
                throw StorageFault(underlying: SealingError.damaged(field: "enrollment"))
            }
            return enrollment
        } catch {
            throw .storage(error)
        }
    }

    func open(_ sealed: Sealed, _ part: String, of intent: PaymentIntent) async throws(RunFailure) -> [UInt8] {
        let customer: Customer?
        do throws(StorageFault) {
            customer = try await store.customer(intent.customer, of: intent.organisation)
        } catch {
            throw .storage(error)
        }
        do throws(SealingError) {
            guard let customer else { throw .unknownKey }
            return try key(of: customer).open(sealed, field: intent.field(part))
        } catch {
            throw .stuck(.sealedFieldDamaged(part))
        }
    }

    /// The bank says that the enrollment is not what we hold: read it now instead of within the day.
    func checkSoon(_ enrollment: Enrollment) {
        Task { [self] in
            var sooner = enrollment
            sooner.retry = Retry(attempts: 0, nextAt: world.now())
            guard case .authorised(let tokens, _) = enrollment.state else { return }
            sooner.state = .authorised(tokens: tokens, checkAt: world.now())
            try? await reschedule(sooner)
            start(.enrollment(enrollment.id))
        }
    }
}

extension PaymentIntent {
    /// Binds a sealed part to its place.
    func field(_ part: String) -> String { "payment-intent/\(id.text)/\(part)" }
}

extension OFBAccount {
    /// Open Finance's word for the kind of account.
    static func ofbType(_ apiType: String) -> String {
        switch apiType {
        case "SAVINGS": "SVGS"
        case "SALARY": "TRAN"
        default: "CACC"
        }
    }
}
