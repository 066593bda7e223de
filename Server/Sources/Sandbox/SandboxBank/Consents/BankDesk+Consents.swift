import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import ChaveWire
import InstitutionPort

extension BankDesk {
    /// POST /consents.
    func createConsent(_ call: InstitutionCall) throws -> BankOutcome {
        let message: OFBConsentCreation = try decode(call.body)
        try OfficialTrigger(message.terms.amount, configuration).requireConsentable()
        try requireSoundTerms(message.terms)
        try requireDays(message)
        let record = ConsentRecord(
            id: newURN("consent"),
            client: try caller.id,
            cpf: message.cpf,
            terms: message.terms.json.encoded(),
            amount: message.terms.amount,
            date: message.date,
            debtorAccount: message.debtorAccount?.bytes,
            state: .awaitingAuthorisation(until: deadlineNow.adding(seconds: ConsentLife.authorisationSeconds)),
            createdAt: now,
            changedAt: now
        )
        try insert(record)
        // The answer is encoded from the message, so that nothing just written is read back.
        let answer = OFBConsent(
            consentID: record.id,
            creation: now,
            expiration: record.state.deadline ?? deadlineNow,
            statusUpdate: now,
            status: record.state.status,
            cpf: record.cpf,
            terms: message.terms,
            debtorAccount: message.debtorAccount,
            date: record.date,
            rejectionReason: nil
        )
        return .answered(status: 201, body: answer.json(answeredAt: now).encoded())
    }

    /// GET /consents/{consentId}; `nil` when a passed deadline must be stored first.
    func readConsent(_ id: String) throws -> BankOutcome? {
        guard let record = try storedConsent(id) else { throw BankRefusal(.notFound, "There is no such consent.") }
        guard record.state.expiring(at: deadlineNow) == record.state, triggered(record) == nil else { return nil }
        return .answered(status: 200, body: try record.message().json(answeredAt: now).encoded())
    }

    /// The same, after storing a passed deadline.
    func readChangedConsent(_ id: String) throws -> BankOutcome {
        guard var record = try consent(id) else { throw BankRefusal(.notFound, "There is no such consent.") }
        if let reason = triggered(record) {
            record.state = try record.state.receiving(.rejection(reason), at: deadlineNow)
            try save(&record)
            try notify(.consent, record)
        }
        return .answered(status: 200, body: try record.message().json(answeredAt: now).encoded())
    }

    /// The reason by which the official trigger amounts reject a consent that still waits; `nil` for none.
    private func triggered(_ record: ConsentRecord) -> ConsentRejection? {
        guard case .awaitingAuthorisation = record.state else { return nil }
        return OfficialTrigger(record.amount, configuration).consentRejection
    }

    /// POST /enrollments/{enrollmentId}/fido-sign-options: a new challenge, tied to one consent and one enrollment.
    func signOptions(_ call: InstitutionCall) throws -> BankOutcome {
        let request = Result { try decode(call.body, as: OFBFidoOptionsRequest.self) }
        let consentID = try? request.get().consentID
        let question = ConsentParties.question(consent: consentID, enrollment: call.subject, at: ispb)
        return try idempotently(call, asking: [question]) { found in
            let request = try request.get()
            let subject = try consentSubject(request, call.body)
            return try signOptions(request, subject, ConsentParties(found[0], self))
        }
    }

    private func signOptions(
        _ request: OFBFidoOptionsRequest,
        _ subject: ConsentSubject,
        _ parties: ConsentParties
    ) throws -> BankOutcome {
        let relyingParty = try caller.relyingParty
        guard request.rp.utf8.elementsEqual(relyingParty.id.utf8) else {
            throw BankRefusal(.relyingPartyInvalid, "Send the relying party that you are known as.")
        }
        let enrollment = try currentEnrollment(parties.enrollment)
        guard case .authorised = enrollment.state, let credential = enrollment.credential else {
            throw BankRefusal(.enrollmentStatusInvalid, "The enrollment is not authorised.")
        }
        guard enrollment.permits(subject.permission) else {
            throw BankRefusal(.permissionDiffers, "The enrollment does not permit what the consent is for.")
        }
        guard case .payment = subject, var consent = try parties.consent.map(expired),
            case .awaitingAuthorisation = consent.state
        else {
            throw BankRefusal(.consentStatusInvalid, "The consent does not wait for an authorisation.")
        }
        guard consent.cpf.utf8.elementsEqual(enrollment.cpf.utf8) else {
            throw BankRefusal(.parameterInvalid, "The consent is another person's.")
        }
        let challenge = randomBytes(32)
        consent.challenge = challenge
        consent.challengeEnrollmentID = enrollment.id
        try saveChallenge(consent)
        let options = OFBSignOptions(
            challenge: challenge,
            timeoutMilliseconds: Self.ceremonyMilliseconds,
            rpID: relyingParty.id,
            allowCredentials: [credential.id],
            userVerification: "required"
        )
        return .answered(status: 201, body: options.bytes)
    }

    /// The subject of a sign-options request: exactly one of two shapes (Open Finance Brasil, enrollments 2.2).
    private enum ConsentSubject {
        case payment
        /// An automatic payment; the sandbox offers none.
        case recurring

        var permission: String {
            switch self {
            case .payment: Permissions.payments
            case .recurring: Permissions.recurringPayments
            }
        }
    }

    private func consentSubject(_ request: OFBFidoOptionsRequest, _ body: [UInt8]) throws -> ConsentSubject {
        let recurring = try? JSONValue(parsing: body)["data"]?["recurringConsentId"]
        switch (request.consentID, recurring) {
        case (.some, nil): return .payment
        case (nil, .some): return .recurring
        case (.some, .some): throw BankRefusal(.parameterInvalid, "Send consentId or recurringConsentId, not both.")
        case (nil, nil): throw BankRefusal(.parameterMissing, "Send data.consentId.")
        }
    }

    /// The days of the payments: today or a later day, or those of a schedule, all later than today.
    private func requireDays(_ message: OFBConsentCreation) throws {
        let refusal = BankRefusal(.paymentDateInvalid, "Send today, or days after it within two years.")
        let purpose = message.terms.purpose ?? "IMMEDIATE"
        guard let schedule = message.terms.schedule else {
            guard PaymentDay(message.date, now: now) != nil else { throw refusal }
            guard purpose == "IMMEDIATE" else {
                throw BankRefusal(.purposeInvalid, "Send IMMEDIATE as purpose of a payment without a schedule.")
            }
            return
        }
        let days = schedule.days
        guard days.allSatisfy({ PaymentDay.isLater($0, than: now) }), !days.isEmpty else { throw refusal }
        let wanted = schedule.rule.recurs ? "RECURRENT_SCHEDULED" : "SINGLE_SCHEDULED"
        guard message.terms.purpose == nil || purpose == wanted else {
            throw BankRefusal(.purposeInvalid, "Send \(wanted) as purpose of this schedule.")
        }
    }

    private func requireSoundTerms(_ terms: OFBPaymentTerms) throws {
        guard terms.amount > .zero else { throw BankRefusal(.parameterInvalid, "Send an amount above zero.") }
        guard let creditor = TaxIdentifier(terms.creditorTaxID),
            (creditor.kind == .cpf) == (terms.creditorPersonType == "PESSOA_NATURAL")
        else { throw BankRefusal(.parameterInvalid, "Send the creditor's CPF or CNPJ and its person type.") }
        guard terms.qrCode == nil || !["MANU", "DICT"].contains(terms.localInstrument) else {
            throw BankRefusal(.paymentDetailInvalid, "Leave qrCode out with MANU and DICT.")
        }
        guard !(client?.isOnWire ?? false) || terms.creditorAccount != nil else {
            throw BankRefusal(.parameterMissing, "Send data.payment.details.creditorAccount.")
        }
        switch (terms.localInstrument, terms.proxy, terms.creditorAccount) {
        case ("MANU", nil, .some), ("DICT", .some, _): return
        case ("MANU", _, _), ("DICT", _, _):
            throw BankRefusal(.paymentDetailInvalid, "MANU takes an account and no key, DICT takes a key.")
        default: throw BankRefusal(.paymentFormInvalid, "Send MANU or DICT as localInstrument.")
        }
    }
}
