import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import InstitutionPort

extension BankDesk {
    /// POST /consents/{consentId}/authorise: any refusal except a missing token rejects the consent.
    func authoriseConsent(_ call: InstitutionCall) throws -> BankOutcome {
        let message = Result { try decode(call.body, as: OFBConsentAuthorisation.self) }
        let enrollmentID = try? message.get().enrollmentID
        let question = ConsentParties.question(consent: call.subject, enrollment: enrollmentID, at: ispb)
        return try idempotently(call, asking: [question]) { found in
            let parties = try ConsentParties(found[0], self)
            let readable: OFBConsentAuthorisation
            do {
                readable = try message.get()
            } catch let refusal as BankRefusal {
                // An unreadable body rejects the consent like any other refusal.
                try reject(authorisable(parties.consent), .notStated, with: refusal)
            }
            try requireToken(call, for: readable.enrollmentID)
            return try authoriseConsent(parties, readable)
        }
    }

    private func authoriseConsent(_ parties: ConsentParties, _ message: OFBConsentAuthorisation) throws -> BankOutcome {
        var consent = try authorisable(parties.consent)
        let enrollment = try payingEnrollment(parties.enrollment, for: consent)
        try requireSignals(message, of: enrollment, for: consent)
        let account = try debtorAccount(parties.account, for: consent)
        let use = try verify(message.assertion, of: enrollment, for: consent)
        if AmountOutcome(consent.amount) == .authorisationRefused {
            let refusal = BankRefusal(.consentStatusInvalid, "The bank does not authorise this amount.")
            try reject(consent, .amountRefused, with: refusal)
        }
        do {
            consent.state = try consent.state.receiving(
                .authorisation(approversLeft: account.approvers - 1),
                at: deadlineNow
            )
        } catch {
            throw BankRefusal(.consentStatusInvalid, "The consent is \(consent.state.status.rawValue).")
        }
        consent.challenge = nil
        consent.enrollmentID = enrollment.id
        consent.debtorAccount = consent.debtorAccount ?? account.account.bytes
        try save(&consent)
        try saveUse(use, of: enrollment)
        return .noContent
    }

    private func authorisable(_ stored: ConsentRecord?) throws -> ConsentRecord {
        guard let consent = try stored.map(expired) else { throw BankRefusal(.notFound, "There is no such consent.") }
        guard case .awaitingAuthorisation = consent.state else {
            throw BankRefusal(.consentStatusInvalid, "The consent is \(consent.state.status.rawValue).")
        }
        return consent
    }

    private func payingEnrollment(
        _ stored: EnrollmentRecord?,
        for consent: ConsentRecord
    ) throws -> EnrollmentRecord {
        guard let enrollment = try stored.map(expired), case .authorised = enrollment.state else {
            let refusal = BankRefusal(.enrollmentStatusInvalid, "The enrollment is not authorised.")
            try reject(consent, .notStated, with: refusal)
        }
        return enrollment
    }

    private func requireSignals(
        _ message: OFBConsentAuthorisation,
        of enrollment: EnrollmentRecord,
        for consent: ConsentRecord
    ) throws {
        let findings = RiskFindings(message.signals)
        guard findings.isCompleteForItsPlatform(known: enrollment.platform) else {
            let refusal = BankRefusal(.platformSignalsMissing, "Send all signals that an app's platform has.")
            try reject(consent, .notStated, with: refusal)
        }
    }

    /// The enrollment's account, which the consent must not contradict.
    private func debtorAccount(_ stored: AccountRecord?, for consent: ConsentRecord) throws -> AccountRecord {
        let refusal = BankRefusal(.debtorAccountDiffers, "Consent and enrollment name different accounts.")
        guard let account = stored else {
            try reject(consent, .accountCannotPay, with: refusal)
        }
        if let named = consent.debtorAccount, named != account.account.bytes {
            try reject(consent, .accountCannotPay, with: refusal)
        }
        return account
    }

    /// Verifies the assertion: the challenge is this consent's and this enrollment's, and the key is this enrollment's.
    private func verify(
        _ assertion: OFBFidoAssertion,
        of enrollment: EnrollmentRecord,
        for consent: ConsentRecord
    ) throws -> VerifiedAuthentication {
        let risk = BankRefusal(.risk, "The assertion does not belong to this consent and enrollment.")
        guard let credential = enrollment.credential, let challenge = consent.challenge,
            consent.challengeEnrollmentID.map({ $0.utf8.elementsEqual(enrollment.id.utf8) }) ?? false
        else { try reject(consent, .authenticationDiffers, with: risk) }
        let relyingParty = try caller.relyingParty
        let verdict = Result { () throws(AuthenticationRefusal) in
            try relyingParty.verify(
                AuthenticationResponse(assertion),
                against: credential,
                expecting: AuthenticationExpectation(
                    challenge: challenge,
                    allowedCredentials: [credential.id],
                    userVerification: .required
                )
            )
        }
        switch verdict {
        case .success(let use): return use
        case .failure(let refusal) where refusal.isAboutOrigin:
            try reject(
                consent,
                .authenticationDiffers,
                with: BankRefusal(.originInvalid, "Use an origin that is registered.")
            )
        // All other faults look the same to the caller.
        case .failure: try reject(consent, .authenticationDiffers, with: risk)
        }
    }
}

extension AuthenticationRefusal {
    fileprivate var isAboutOrigin: Bool {
        switch self {
        case .originNotAllowed, .crossOriginNotAllowed, .topOriginWithoutCrossOrigin, .topOriginNotAllowed: true
        case .typeNotPublicKey, .idNotRawID, .credentialNotAllowed, .credentialMismatch, .clientDataMalformed,
            .clientDataTypeMismatch, .challengeMismatch, .authenticatorDataMalformed, .attestedCredentialPresent,
            .relyingPartyIDMismatch, .userNotPresent, .userNotVerified, .backupStateWithoutEligibility,
            .storedPublicKeyUnusable, .signatureInvalid, .userHandleMissing, .userHandleMismatch,
            .backupEligibilityChanged, .counterNotAdvanced:
            false
        }
    }
}

extension AuthenticationResponse {
    init(_ assertion: OFBFidoAssertion) {
        self.init(
            id: Base64URL.encode(assertion.id),
            rawID: assertion.id,
            type: "public-key",
            clientDataJSON: assertion.clientDataJSON,
            authenticatorData: assertion.authenticatorData,
            signature: assertion.signature,
            userHandle: assertion.userHandle.isEmpty ? nil : assertion.userHandle
        )
    }
}

extension RegistrationResponse {
    init(_ registration: OFBFidoRegistration) {
        self.init(
            id: Base64URL.encode(registration.id),
            rawID: registration.id,
            type: "public-key",
            clientDataJSON: registration.clientDataJSON,
            attestationObject: registration.attestationObject
        )
    }
}
