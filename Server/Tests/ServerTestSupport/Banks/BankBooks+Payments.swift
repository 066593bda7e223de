import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import ChaveWire
import InstitutionPort

extension BankBooks.Consent {
    mutating func reject(_ reason: String, at now: Timestamp) {
        status = .rejected
        statusAt = now
        rejectionReason = reason
    }
}

extension BankBooks {
    func consent(_ id: String) throws -> Consent {
        guard let consent = consents[id] else { throw Refusal(code: "NAO_ENCONTRADO", status: 404) }
        return consent
    }

    mutating func createConsent(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        let message = try OFBConsentCreation(bytes: call.body)
        let id = newID("urn:consent:")
        consents[id] = Consent(
            status: .awaitingAuthorisation,
            statusAt: now,
            creation: now,
            expiration: limit(consentSeconds, from: now),
            message: message
        )
        return try consentMessage(id)
    }

    func consentMessage(_ id: String) throws -> [UInt8] {
        let consent = try consent(id)
        return OFBConsent(
            consentID: id,
            creation: consent.creation,
            expiration: consent.expiration,
            statusUpdate: consent.statusAt,
            status: consent.status,
            cpf: consent.message.cpf,
            terms: consent.message.terms,
            debtorAccount: consent.message.debtorAccount ?? BankBooks.account,
            date: consent.message.date,
            rejectionReason: consent.rejectionReason
        ).bytes
    }

    mutating func signOptions(_ call: InstitutionCall) throws -> [UInt8] {
        let message = try OFBFidoOptionsRequest(bytes: call.body)
        let enrollment = try enrollment(call.subject, in: .authorised)
        guard let id = message.consentID, try consent(id).status == .awaitingAuthorisation,
            let credential = enrollment.credential
        else { throw Refusal(code: "STATUS_CONSENTIMENTO_INVALIDO") }
        let challenge = randomBytes(32)
        consents[id]?.challenge = challenge
        consents[id]?.enrollment = call.subject
        return OFBSignOptions(
            challenge: challenge,
            timeoutMilliseconds: 300_000,
            rpID: ScriptedBank.relyingPartyID,
            allowCredentials: [credential.id],
            userVerification: "required"
        ).bytes
    }

    mutating func authorise(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        let message = try OFBConsentAuthorisation(bytes: call.body)
        try requireToken(call, of: message.enrollmentID, at: now)
        let consent = try consent(call.subject)
        guard consent.status == .awaitingAuthorisation else { throw Refusal(code: "STATUS_CONSENTIMENTO_INVALIDO") }
        do {
            let enrollment = try enrollment(message.enrollmentID, in: .authorised)
            guard consent.enrollment == message.enrollmentID, let credential = enrollment.credential,
                let challenge = consent.challenge
            else { throw Refusal(code: "RISCO") }
            let signCount = try verify(message.assertion, credential, challenge)
            enrollments[message.enrollmentID]?.credential?.signCount = signCount
        } catch {
            // Any refusal here ends the consent.
            consents[call.subject]?.reject("NAO_INFORMADO", at: now)
            throw error
        }
        consents[call.subject]?.status = .authorised
        consents[call.subject]?.statusAt = now
        let end = limit(60 * 60, from: now)
        consents[call.subject]?.authorisedUntil = end
        return []
    }

    private func verify(
        _ assertion: OFBFidoAssertion,
        _ credential: BankCredential,
        _ challenge: [UInt8]
    ) throws -> UInt32 {
        let id = ScriptedBank.relyingPartyID
        let response = AuthenticationResponse(
            id: Base64URL.encode(assertion.id),
            rawID: assertion.id,
            type: "public-key",
            clientDataJSON: assertion.clientDataJSON,
            authenticatorData: assertion.authenticatorData,
            signature: assertion.signature,
            userHandle: nil
        )
        let stored = StoredCredential(
            id: credential.id,
            publicKey: credential.publicKey,
            signCount: credential.signCount,
            backupEligible: false,
            backupState: false,
            userHandle: nil
        )
        let expectation = AuthenticationExpectation(
            challenge: challenge,
            allowedCredentials: [credential.id],
            userVerification: .required
        )
        do {
            return try RelyingParty(id: id, origins: ["https://\(id)"])
                .verify(response, against: stored, expecting: expectation).signCount
        } catch {
            throw Refusal(code: "RISCO")
        }
    }

    mutating func createPayment(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        let messages = try OFBPaymentCreation.all(bytes: call.body)
        let message = messages[0]
        if let enrollment = consents[message.consentID]?.enrollment {
            try requireToken(call, of: enrollment, at: now)
        }
        guard let consent = consents[message.consentID], consent.status == .authorised else {
            throw Refusal(code: "CONSENTIMENTO_INVALIDO")
        }
        guard let enrollment = consent.enrollment, enrollments[enrollment]?.status == .authorised else {
            consents[message.consentID]?.status = .consumed
            throw Refusal(code: "CONSENTIMENTO_INVALIDO")
        }
        let days = consent.message.terms.schedule?.days.map { Timestamp(startOf: $0).adding(seconds: 15 * 3_600) }
        guard
            messages.allSatisfy({ $0.order.agrees(with: consent.message.terms) && $0.consentID == message.consentID }),
            messages.count == days?.count ?? 1,
            days == nil || messages.compactMap({ EndToEndID($0.endToEndID)?.minute }) == days
        else {
            consents[message.consentID]?.status = .consumed
            throw Refusal(code: "PAGAMENTO_DIVERGENTE_CONSENTIMENTO")
        }
        consents[message.consentID]?.status = .consumed
        consents[message.consentID]?.statusAt = now
        let ids = messages.enumerated().map { index, message in
            let id = newID("pagamento-")
            payments[id] = Payment(
                message: message,
                creation: now,
                settlement: settlement,
                day: days?[index]
            )
            return id
        }
        pass(to: now)
        guard days != nil else { return try paymentMessage(ids[0], at: now) }
        let made = try ids.map { try OFBPayment(bytes: paymentMessage($0, at: now)) }
        return OFBPayment.list(made, link: "/open-banking/payments/v4/pix/payments", answeredAt: now).encoded()
    }

    func payments(of consent: String) -> [String] {
        payments.filter { $0.value.message.consentID == consent }.keys.sorted()
    }

    /// PATCH of one payment, or of all of a consent: those whose day has not begun.
    mutating func cancel(_ ids: [String], at now: Timestamp) throws -> [UInt8] {
        let waiting = ids.filter { id in
            guard let payment = payments[id], let day = payment.day else { return false }
            return !payment.isSettled && !payment.isCanceled && now < day.adding(seconds: -12 * 3_600)
        }
        guard !waiting.isEmpty else { throw Refusal(code: "PAGAMENTO_NAO_PERMITE_CANCELAMENTO") }
        for id in waiting { payments[id]?.isCanceled = true }
        return []
    }

    /// GET /consents/{consentId}/pix/payments.
    func paymentList(_ consent: String, at now: Timestamp) throws -> [UInt8] {
        guard listsPayments, consents[consent] != nil else { throw Refusal(code: "NAO_ENCONTRADO", status: 404) }
        let entries = try payments(of: consent).map { id in
            let payment = try OFBPayment(bytes: paymentMessage(id, at: now))
            return OFBPaymentList.Entry(
                paymentID: id,
                endToEndID: payment.endToEndID,
                statusUpdate: payment.statusUpdate,
                status: payment.status
            )
        }
        return OFBPaymentList(entries: entries).bytes
    }

    func paymentMessage(_ id: String, at now: Timestamp) throws -> [UInt8] {
        guard let payment = payments[id] else { throw Refusal(code: "NAO_ENCONTRADO", status: 404) }
        var status = payment.isSettled ? OFBPaymentStatus.acsc : .acpd
        var rejection: String?
        switch payment.settlement {
        case .rejected(let code): (status, rejection) = (.rjct, code)
        case .rejectedLater(let code) where now > payment.begins: (status, rejection) = (.rjct, code)
        case .canceledLater where now > payment.begins: status = .canc
        case .after, .never, .rejectedLater, .canceledLater: break
        }
        if let day = payment.day, now < day { (status, rejection) = (.schd, nil) }
        if payment.isCanceled { (status, rejection) = (.canc, nil) }
        return OFBPayment(
            paymentID: id,
            endToEndID: payment.message.endToEndID,
            consentID: payment.message.consentID,
            creation: payment.creation,
            statusUpdate: payment.creation,
            status: status,
            rejectionCode: rejection,
            debtorAccount: BankBooks.account,
            order: payment.message.order
        ).bytes
    }
}
