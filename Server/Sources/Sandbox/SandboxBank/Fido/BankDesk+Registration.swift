import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import ChaveWire
import InstitutionPort

extension BankDesk {
    /// The timeout of a ceremony; Open Finance fixes it at five minutes.
    static let ceremonyMilliseconds = 300_000

    /// POST /enrollments/{enrollmentId}/fido-registration-options: one challenge per enrollment.
    func registrationOptions(_ call: InstitutionCall) throws -> BankOutcome {
        let request: OFBFidoOptionsRequest = try decode(call.body)
        var record = try enrollment(call.subject)
        guard case .awaitingCredential = record.state else {
            throw BankRefusal(.enrollmentStatusInvalid, "The enrollment does not wait for a credential.")
        }
        let caller = try caller
        guard request.rp.utf8.elementsEqual(caller.relyingParty.id.utf8) else {
            let refusal = BankRefusal(.relyingPartyInvalid, "Send the relying party that you are known as.")
            try reject(record, .fidoFailure, with: refusal)
        }
        if let readyAt = record.optionsReadyAt, now < readyAt { return .overloaded }
        guard record.challenge == nil else {
            let refusal = BankRefusal(.tooManyChallenges, "An enrollment has one challenge; repeat its key.")
            try reject(record, .tooManyChallenges, with: refusal)
        }
        let challenge = randomBytes(32)
        let userHandle = randomBytes(16)
        record.challenge = challenge
        record.platform = request.platform
        try saveChallenge(record, userHandle: userHandle)
        let message = OFBRegistrationOptions(
            options: creationOptions(record, by: caller, challenge: challenge, userHandle: userHandle),
            enrollmentID: record.id
        )
        return .answered(status: 201, body: message.json(answeredAt: now).encoded())
    }

    /// The values that an enrollment's registration must match; `nil` when it waits for none.
    func registrationExpectation(_ id: String) throws -> RegistrationExpectation? {
        guard let record = try storedEnrollment(id), case .awaitingCredential = record.state.expiring(at: deadlineNow),
            let challenge = record.challenge
        else { return nil }
        return RegistrationExpectation(challenge: challenge, userVerification: .required)
    }

    /// POST /enrollments/{enrollmentId}/fido-registration, with the verdict of the verification.
    func register(
        _ call: InstitutionCall,
        _ verdict: Result<VerifiedRegistration, RegistrationRefusal>,
        against challenge: [UInt8]
    ) throws -> BankOutcome {
        var record = try enrollment(call.subject)
        guard case .awaitingCredential = record.state, record.challenge == challenge else {
            throw BankRefusal(.enrollmentStatusInvalid, "The enrollment does not wait for this credential.")
        }
        switch verdict {
        case .failure(let refusal):
            try reject(record, .fidoFailure, with: BankRefusal(refusal.code, refusal.specificationStep))
        case .success(let registration):
            try saveCredential(registration.credential, of: record)
            let event = EnrollmentEvent.credentialRegistered(validUntil: record.validUntil)
            try advance(&record, event, from: .holder, isToldToPlatform: false)
            return .noContent
        }
    }

    /// Refuses an unreadable registration as a failed one, and an unexpected one with its own refusal.
    func refuseRegistration(_ call: InstitutionCall, _ refusal: BankRefusal) throws -> BankOutcome {
        let record = try enrollment(call.subject)
        guard case .awaitingCredential = record.state else {
            throw BankRefusal(.enrollmentStatusInvalid, "The enrollment does not wait for a credential.")
        }
        guard record.challenge != nil else {
            throw BankRefusal(.enrollmentStatusInvalid, "Ask for registration options first.")
        }
        try reject(record, .fidoFailure, with: refusal)
    }

    private func creationOptions(
        _ record: EnrollmentRecord,
        by client: BankClient,
        challenge: [UInt8],
        userHandle: [UInt8]
    ) -> JSONObject {
        let holder = SandboxHolder.with(cpf: record.cpf)?.name ?? "Titular"
        var selection = JSONObject()
        selection["userVerification"] = "required"
        selection["residentKey"] = "preferred"
        if record.platform?.isNative ?? true { selection["authenticatorAttachment"] = "platform" }
        let options: JSONValue = [
            "rp": ["id": .string(client.relyingParty.id), "name": .string(client.name)],
            "user": [
                "id": .string(Base64URL.encode(userHandle)),
                "name": .string("\(holder) · \(institution.displayName)"),
                "displayName": .string(holder),
            ],
            "challenge": .string(Base64URL.encode(challenge)),
            "pubKeyCredParams": .array(
                RegistrationExpectation.allAlgorithms.map { ["alg": JSONValue($0.rawValue), "type": "public-key"] }
            ),
            "timeout": JSONValue(Self.ceremonyMilliseconds),
            "excludeCredentials": [],
            "authenticatorSelection": .object(selection),
            "attestation": "none",
        ]
        return options.object ?? JSONObject()
    }
}

extension RegistrationRefusal {
    /// Open Finance's code for the refusal.
    var code: OFBCode {
        switch self {
        case .challengeMismatch: .challengeInvalid
        case .originNotAllowed, .crossOriginNotAllowed, .topOriginWithoutCrossOrigin, .topOriginNotAllowed:
            .originInvalid
        case .relyingPartyIDMismatch: .relyingPartyHashInvalid
        case .publicKeyMalformed, .algorithmNotOffered, .algorithmKeyMismatch, .publicKeyInvalid,
            .attestationFormatUnsupported, .attestationStatementMalformed, .attestationStatementUnsupported,
            .attestationAlgorithmMismatch, .attestationSignatureInvalid, .attestationNotAccepted,
            .attestedCredentialMissing, .attestedCredentialIDMismatch, .credentialIDLengthInvalid:
            .publicKeyInvalid
        case .typeNotPublicKey, .idNotRawID, .clientDataMalformed, .clientDataTypeMismatch,
            .attestationObjectMalformed, .authenticatorDataMalformed, .attestationObjectNotCanonical,
            .userNotPresent, .userNotVerified, .backupStateWithoutEligibility:
            .parameterInvalid
        }
    }
}
