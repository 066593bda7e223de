import ChaveBase
import ChavePixModel
import ChaveWebAuthn
import ChaveWire
import InstitutionPort

/// The credential of an enrollment, as the bank saw it.
struct BankCredential: Sendable {
    var id: [UInt8]
    var publicKey: [UInt8]
    var signCount: UInt32
}

extension BankBooks.Enrollment {
    var timeoutReason: OFBRejectionReason {
        switch status {
        case .awaitingRiskSignals: .riskSignalsTimedOut
        case .awaitingAccountHolderValidation: .holderValidationTimedOut
        default: .enrollmentTimedOut
        }
    }

    mutating func move(to status: OFBEnrollmentStatus, at now: Timestamp, until deadline: Timestamp?) {
        self.status = status
        statusAt = now
        self.deadline = deadline
    }

    mutating func end(
        _ status: OFBEnrollmentStatus,
        _ reason: OFBCancellationReason,
        from party: OFBParty,
        at now: Timestamp
    ) {
        move(to: status, at: now, until: nil)
        cancellation = OFBCancellation(reason: reason, additionalInformation: nil, cancelledFrom: party, cpf: nil)
    }
}

extension BankBooks {
    static let account = OFBAccount(ispb: ispb, issuer: "0001", number: "1234567890", accountType: "CACC")

    func enrollment(_ id: String) throws -> Enrollment {
        guard let enrollment = enrollments[id] else { throw Refusal(code: "NAO_ENCONTRADO", status: 404) }
        return enrollment
    }

    func enrollment(_ id: String, in status: OFBEnrollmentStatus) throws -> Enrollment {
        let enrollment = try enrollment(id)
        guard enrollment.status == status else { throw Refusal(code: "STATUS_VINCULO_INVALIDO") }
        return enrollment
    }

    mutating func createEnrollment(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        let message = try OFBEnrollmentCreation(bytes: call.body)
        let id = newID("urn:enrollment:")
        enrollments[id] = Enrollment(
            status: .awaitingRiskSignals,
            statusAt: now,
            creation: now,
            cpf: message.cpf,
            deadline: limit(5 * 60, from: now)
        )
        return try enrollmentMessage(id)
    }

    func enrollmentMessage(_ id: String) throws -> [UInt8] {
        let enrollment = try enrollment(id)
        let isApproved = enrollment.status == .awaitingEnrollment || enrollment.status == .authorised
        return OFBEnrollment(
            enrollmentID: id,
            creation: enrollment.creation,
            status: enrollment.status,
            statusUpdate: enrollment.statusAt,
            expiration: enrollment.status == .authorised ? enrollment.deadline : nil,
            cpf: enrollment.cpf,
            debtorAccount: isApproved ? BankBooks.account : nil,
            name: nil,
            cancellation: enrollment.cancellation,
            transactionLimit: nil,
            dailyLimit: nil
        ).bytes
    }

    mutating func endEnrollment(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        let message = try OFBEnrollmentEnd(bytes: call.body)
        let enrollment = try enrollment(call.subject)
        switch (enrollment.status, message.reason) {
        case (.rejected, _), (.revoked, _): throw Refusal(code: "STATUS_VINCULO_INVALIDO")
        case (.authorised, .revocation):
            enrollments[call.subject]?.end(.revoked, message.reason, from: .initiator, at: now)
        case (.authorised, .rejection), (_, .revocation): throw Refusal(code: "MOTIVO_REJEICAO")
        case (_, .rejection): enrollments[call.subject]?.end(.rejected, message.reason, from: .initiator, at: now)
        }
        return []
    }

    mutating func revoke(_ id: String, at now: Timestamp) {
        enrollments[id]?.end(.revoked, .revocation(.manually), from: .holder, at: now)
    }

    mutating func takeSignals(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        _ = try OFBRiskSignals(bytes: call.body)
        _ = try enrollment(call.subject, in: .awaitingRiskSignals)
        let deadline = limit(15 * 60, from: now)
        enrollments[call.subject]?.move(to: .awaitingAccountHolderValidation, at: now, until: deadline)
        return []
    }

    mutating func pushAuthorization(_ call: InstitutionCall) throws -> [UInt8] {
        let message = try PushedAuthorization(bytes: call.body)
        _ = try enrollment(message.enrollmentID, in: .awaitingAccountHolderValidation)
        enrollments[message.enrollmentID]?.authorization = message
        let url = "https://banco.example/aprovar?state=\(message.state)"
        return PushedAuthorizationAnswer(redirectURL: url, expiresInSeconds: redirectSeconds).bytes
    }

    mutating func approve(
        state: String,
        as cpf: String?,
        at now: Timestamp
    ) -> (authorization: PushedAuthorization, code: String)? {
        guard
            let (id, enrollment) = enrollments.first(where: { $0.value.authorization?.state == state }),
            enrollment.status == .awaitingAccountHolderValidation, let authorization = enrollment.authorization
        else { return nil }
        let deadline = limit(5 * 60, from: now)
        enrollments[id]?.move(to: .awaitingEnrollment, at: now, until: deadline)
        if let cpf { enrollments[id]?.cpf = cpf }
        let code = newID("codigo-")
        codes[code] = id
        return (authorization, code)
    }

    mutating func exchangeCode(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        let message = try CodeExchange(bytes: call.body)
        guard let id = codes.removeValue(forKey: message.code) else {
            throw Refusal(code: "invalid_grant", status: 400)
        }
        let refresh = newID("refresh-")
        enrollments[id]?.refreshToken = refresh
        return tokens(of: id, refresh: refresh, at: now)
    }

    mutating func refreshToken(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        let message = try TokenRefresh(bytes: call.body)
        guard let id = enrollments.first(where: { $0.value.refreshToken == message.refreshToken })?.key else {
            throw Refusal(code: "invalid_grant", status: 400)
        }
        return tokens(of: id, refresh: message.refreshToken, at: now)
    }

    private mutating func tokens(of id: String, refresh: String, at now: Timestamp) -> [UInt8] {
        let access = newID("access-")
        accessTokens[access] = (id, now.adding(seconds: 900))
        return TokenAnswer(accessToken: access, refreshToken: refresh, expiresInSeconds: 900).bytes
    }

    func requireToken(_ call: InstitutionCall, of id: String, at now: Timestamp) throws {
        guard let token = call.accessToken.flatMap({ accessTokens[$0] }), token.enrollment == id, now < token.until
        else { throw Refusal(code: "NAO_AUTORIZADO", status: 401) }
    }

    mutating func registrationOptions(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        try requireToken(call, of: call.subject, at: now)
        _ = try enrollment(call.subject, in: .awaitingEnrollment)
        let challenge = randomBytes(32)
        enrollments[call.subject]?.challenge = challenge
        let options: JSONValue = [
            "rp": ["id": .string(ScriptedBank.relyingPartyID), "name": "Pagar"],
            "user": [
                "id": .string(Base64URL.encode(randomBytes(16))), "name": "titular", "displayName": "Titular",
            ],
            "challenge": .string(Base64URL.encode(challenge)),
            "pubKeyCredParams": [["type": "public-key", "alg": -7]],
            "authenticatorSelection": ["userVerification": "required"],
        ]
        return OFBRegistrationOptions(options: options.object ?? JSONObject(), enrollmentID: call.subject).bytes
    }

    mutating func register(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        try requireToken(call, of: call.subject, at: now)
        let message = try OFBFidoRegistration(bytes: call.body)
        let enrollment = try enrollment(call.subject, in: .awaitingEnrollment)
        let client = try CollectedClientData(decoding: message.clientDataJSON)
        let object = try AttestationObject(decoding: message.attestationObject)
        let data = try AuthenticatorData(decoding: object.authenticatorData)
        guard client.type == "webauthn.create", client.challenge == enrollment.challenge,
            let attested = data.attestedCredentialData, attested.credentialID == message.id
        else {
            enrollments[call.subject]?.end(.rejected, .rejection(.fidoFailure), from: .holder, at: now)
            throw Refusal(code: "CHALLENGE_INVALIDO")
        }
        enrollments[call.subject]?.credential = BankCredential(
            id: attested.credentialID,
            publicKey: attested.publicKey,
            signCount: data.signCount
        )
        let end = validSeconds.map { limit($0, from: now) }
        enrollments[call.subject]?.move(to: .authorised, at: now, until: end)
        return []
    }
}
