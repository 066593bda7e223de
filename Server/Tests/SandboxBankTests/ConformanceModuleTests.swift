import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Testing

@testable import SandboxBank

/// The modules of Open Finance Brasil's conformance plans (`facts/open-finance.md` 4.1) that need no HTTP or JWS.
///
/// Not here, because the port has no such call: what needs a recurring consent or a recurring payment, preflight, and the
/// transport halves of invalid-parameters and of the webhook modules.
@Suite(.everyEngine) struct ConformanceModuleTests {
    @Test("enrollments_api_core-enrollment_test-module_v2-2") func coreEnrollment() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let enrollment = try await initiator.enrollment(device.enrollmentID)
        #expect(enrollment.status == .authorised)
        #expect(enrollment.name == "Loja do Zé")
        #expect(enrollment.debtorAccount?.number == "10117")
        #expect(enrollment.cpf == Initiator.alice)
    }

    @Test("enrollments_api_risk-signals_test-module_v2-2") func riskSignals() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        #expect(try await initiator.enrollment(device.enrollmentID).expiration != nil)
        let consent = try await initiator.authorisedConsent(device, "10.00")
        #expect(try await initiator.consent(consent.consentID).status == .authorised)
    }

    @Test("enrollments_api_invalid-parameters_test-module_v2-2") func invalidParameters() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let valid = OFBEnrollmentCreation(
            cpf: Initiator.alice,
            businessCNPJ: nil,
            name: nil,
            permissions: ["PAYMENTS_INITIATE"]
        )
        var call = InstitutionCall(
            institution: initiator.institution,
            operation: .createEnrollment,
            subject: "",
            accessToken: nil,
            idempotencyKey: "k1",
            interactionID: "not a uuid",
            body: valid.bytes
        )
        #expect(refusedStatus(await test.bank.send(call, timeoutMilliseconds: 1_000)) == 400)
        call.interactionID = "0193aaaa-0000-7000-8000-000000000001"
        call.body = Array(#"{"data":{"permissions":["PAYMENTS_INITIATE"]}}"#.utf8)
        #expect(try refusedCode(await test.bank.send(call, timeoutMilliseconds: 1_000)) == "PARAMETRO_NAO_INFORMADO")
        var faulty = valid
        faulty.permissions = ["ACCOUNTS_READ"]
        #expect(try refusedCode(await initiator.call(.createEnrollment, body: faulty.bytes)) == "PERMISSOES_INVALIDAS")
        faulty.permissions = []
        #expect(try refusedCode(await initiator.call(.createEnrollment, body: faulty.bytes)) == "PERMISSOES_INVALIDAS")
        faulty = valid
        faulty.cpf = "76109277670"
        #expect(try refusedCode(await initiator.call(.createEnrollment, body: faulty.bytes)) == "PARAMETRO_INVALIDO")
    }

    @Test("enrollments_api_missing-required-risk-signals_test-module_v2-2")
    func missingRequiredRiskSignals() async throws {
        let initiator = Initiator(try await TestBank())
        let id = try await initiator.createEnrollment()
        var signals = Initiator.signals().json.object ?? JSONObject()
        signals["deviceId"] = nil
        let body = JSONValue.object(["data": .object(signals)].reduce(into: JSONObject()) { $0[$1.key] = $1.value })
        let reply = await initiator.call(.sendRiskSignals, id, body: body.encoded())
        #expect(try refusedCode(reply) == "PARAMETRO_NAO_INFORMADO")
        let enrollment = try await initiator.enrollment(id)
        #expect(enrollment.status == .rejected)
        #expect(enrollment.cancellation?.cancelledFrom == .holder)
    }

    @Test(
        "enrollments_api_expired-prerisksignal-, -preauthorisation-, -postauthorisation-enrollment_test-module_v2-2",
        arguments: [OFBEnrollmentStatus.awaitingRiskSignals, .awaitingAccountHolderValidation, .awaitingEnrollment]
    )
    func expiredEnrollment(_ status: OFBEnrollmentStatus) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, seconds, reason): (String, Int, OFBRejectionReason)
        switch status {
        case .awaitingRiskSignals:
            (id, seconds, reason) = (try await initiator.createEnrollment(), 300, .riskSignalsTimedOut)
        case .awaitingAccountHolderValidation:
            (id, seconds, reason) = (try await initiator.enrollmentAwaitingHolder().id, 900, .holderValidationTimedOut)
        default:
            (id, seconds, reason) = (try await initiator.enrollmentAwaitingCredential().id, 300, .enrollmentTimedOut)
        }
        test.clock.advance(seconds: seconds)
        test.clock.advance(microseconds: -1)
        #expect(try await initiator.enrollment(id).status == status)
        test.clock.advance(microseconds: 1)
        let enrollment = try await initiator.enrollment(id)
        #expect(enrollment.status == .rejected)
        #expect(enrollment.cancellation?.reason == .rejection(reason))
        #expect(enrollment.cancellation?.cancelledFrom == .holder)
    }

    @Test("enrollments_api_rejected-preauthorisation-enrollment_test-module_v2-2")
    func rejectedPreauthorisationEnrollment() async throws {
        let initiator = Initiator(try await TestBank())
        let id = try await initiator.enrollmentAwaitingHolder().id
        _ = try answered(await initiator.end(id, .rejection(.manually)), 204)
        let cancellation = try #require(try await initiator.enrollment(id).cancellation)
        #expect(cancellation.reason == .rejection(.manually))
        #expect(cancellation.cancelledFrom == .initiator)
    }

    @Test("enrollments_api_rejected-postauthorisation-enrollment_test-module_v2-2")
    func rejectedPostauthorisationEnrollment() async throws {
        let initiator = Initiator(try await TestBank())
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        _ = try answered(await initiator.end(id, .rejection(.manually)), 204)
        #expect(try await initiator.enrollment(id).status == .rejected)
        let reply = await initiator.registrationOptions(id, tokens.accessToken)
        #expect(try refusedCode(reply) == "STATUS_VINCULO_INVALIDO")
    }

    @Test("enrollments_api_rejected-holder-mismatch_test-module_v2-2") func rejectedHolderMismatch() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder(cpf: Initiator.alice)
        let browser = Browser(test.pages)
        let parameters = try await browser.decide(pushed.redirectURL, cpf: Initiator.bruno)
        #expect(parameters["error"] == "access_denied")
        #expect(parameters["state"] == pushed.state)
        #expect(try await initiator.enrollment(id).cancellation?.reason == .rejection(.holderMismatch))
    }

    @Test("enrollments_api_invalid-status-options_test-module_v2-2") func invalidStatusOptions() async throws {
        let initiator = Initiator(try await TestBank())
        let id = try await initiator.enrollmentAwaitingHolder().id
        let message = OFBFidoOptionsRequest(rp: "localhost", platform: .ios, consentID: nil)
        #expect(refusedStatus(await initiator.call(.registrationOptions, id, body: message.bytes)) == 401)
        #expect(try await initiator.enrollment(id).status == .awaitingAccountHolderValidation)
    }

    @Test("enrollments_api_invalid-rpid_test-module_v2-2") func invalidRelyingPartyID() async throws {
        let initiator = Initiator(try await TestBank())
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        let reply = await initiator.registrationOptions(id, tokens.accessToken, rp: "evil.example")
        #expect(try refusedCode(reply) == "RP_INVALIDA")
        #expect(try await initiator.enrollment(id).cancellation?.reason == .rejection(.fidoFailure))
    }

    @Test("enrollments_api_max-challenges_test-module_v2-2") func maxChallenges() async throws {
        let initiator = Initiator(try await TestBank())
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        let first = try answered(await initiator.registrationOptions(id, tokens.accessToken, key: "one"), 201)
        let again = try answered(await initiator.registrationOptions(id, tokens.accessToken, key: "one"), 201)
        #expect(first == again)
        let options = try OFBRegistrationOptions(bytes: first)
        #expect(options.options["timeout"] == 300_000)
        let reply = await initiator.registrationOptions(id, tokens.accessToken, key: "two")
        #expect(try refusedCode(reply) == "MAXIMO_CHALLENGES_ATINGIDO")
        #expect(try await initiator.enrollment(id).cancellation?.reason == .rejection(.tooManyChallenges))
    }

    @Test("enrollments_api_invalid-origin_test-module_v2-2") func invalidOrigin() async throws {
        try await registrationFault("ORIGEM_FIDO_INVALIDA") { registration in
            try replaceClientData(&registration, "https://localhost", "https://localhost.evil.example")
        }
    }

    @Test("enrollments_api_invalid-challenge_test-module_v2-2") func invalidChallenge() async throws {
        try await registrationFault("CHALLENGE_INVALIDO") { registration in
            var clientData = try CollectedClientData(decoding: registration.clientDataJSON)
            clientData.challenge[0] ^= 1
            registration.clientDataJSON = clientData.encoded()
        }
    }

    @Test("enrollments_api_invalid-public-key_test-module_v2-2") func invalidPublicKey() async throws {
        try await registrationFault("PUBLIC_KEY_INVALIDA") { registration in
            try changeAuthenticatorData(&registration) { data in
                // The last byte is of the point's y: the point is off the curve now.
                let last = (data.attestedCredentialData?.publicKey.count ?? 0) - 1
                data.attestedCredentialData?.publicKey[last] ^= 1
            }
        }
    }

    @Test func aForeignRelyingPartyHashIsNamed() async throws {
        try await registrationFault("RP_ID_HASH_INVALIDO") { registration in
            try changeAuthenticatorData(&registration) { $0.relyingPartyIDHash[0] ^= 1 }
        }
    }

    @Test("enrollments_api_embedded-cross-origin-flow_test-module_v2-3") func embeddedCrossOriginFlow() async throws {
        let test = try await TestBank { $0.topOrigins = ["https://loja.example"] }
        let initiator = Initiator(test)
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        let body = try answered(await initiator.registrationOptions(id, tokens.accessToken), 201)
        var (_, registration) = try await initiator.makeCredential(try OFBRegistrationOptions(bytes: body))
        try frame(&registration, in: "https://loja.example")
        _ = try answered(await initiator.call(.register, id, token: tokens.accessToken, body: registration.bytes), 204)
    }

    @Test("enrollments_api_embedded-untrusted-top-origin-rejection_test-module_v2-3")
    func embeddedUntrustedTopOriginRejection() async throws {
        try await registrationFault("ORIGEM_FIDO_INVALIDA") { try frame(&$0, in: "https://evil.example") }
    }

    @Test("enrollments_api_embedded-revoked-top-origin-rejection_test-module_v2-3")
    func embeddedRevokedTopOriginRejection() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "10.00")
        let options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(device, consent.consentID), 201)
        )
        var assertion = try await initiator.assertion(device, options)
        var clientData = try CollectedClientData(decoding: assertion.clientDataJSON)
        clientData.crossOrigin = true
        clientData.topOrigin = "https://was-listed.example"
        assertion.clientDataJSON = clientData.encoded()
        let reply = await initiator.authorise(device, consent.consentID, assertion)
        #expect(try refusedCode(reply) == "ORIGEM_FIDO_INVALIDA")
        #expect(try await initiator.consent(consent.consentID).status == .rejected)
    }

    @Test("enrollments_api_optional-limit-absence_test-module_v2-3") func optionalLimitAbsence() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let enrollment = try await initiator.enrollment(device.enrollmentID)
        #expect(enrollment.transactionLimit == nil)
        #expect(enrollment.dailyLimit == nil)
    }

    @Test("enrollments_api_custom-high-transaction-limit_test-module_v2-3")
    func customHighTransactionLimit() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll(choosing: ["transaction_limit": "750,00"])
        #expect(try await initiator.enrollment(device.enrollmentID).transactionLimit?.decimal == "750.00")
        #expect(try await initiator.pay(device, "700.00").status == .acsc)
    }

    // MARK: Faults

    /// A registration with one fault is refused with its code, ends the enrollment, and cannot be tried again.
    private func registrationFault(
        _ code: String,
        _ change: (inout OFBFidoRegistration) throws -> Void
    ) async throws {
        let initiator = Initiator(try await TestBank())
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        let body = try answered(await initiator.registrationOptions(id, tokens.accessToken), 201)
        let (_, right) = try await initiator.makeCredential(try OFBRegistrationOptions(bytes: body))
        var faulty = right
        try change(&faulty)
        let reply = await initiator.call(.register, id, token: tokens.accessToken, body: faulty.bytes)
        #expect(try refusedCode(reply) == code)
        #expect(try await initiator.enrollment(id).cancellation?.reason == .rejection(.fidoFailure))
        let again = await initiator.call(.register, id, token: tokens.accessToken, body: right.bytes)
        #expect(try refusedCode(again) == "STATUS_VINCULO_INVALIDO")
    }

    private func replaceClientData(_ registration: inout OFBFidoRegistration, _ old: String, _ new: String) throws {
        let text = String(decoding: registration.clientDataJSON, as: UTF8.self)
        registration.clientDataJSON = Array(text.replacing("\"\(old)\"", with: "\"\(new)\"").utf8)
    }

    private func frame(_ registration: inout OFBFidoRegistration, in topOrigin: String) throws {
        var clientData = try CollectedClientData(decoding: registration.clientDataJSON)
        clientData.crossOrigin = true
        clientData.topOrigin = topOrigin
        registration.clientDataJSON = clientData.encoded()
    }

    private func changeAuthenticatorData(
        _ registration: inout OFBFidoRegistration,
        _ change: (inout AuthenticatorData) -> Void
    ) throws {
        var object = try AttestationObject(decoding: registration.attestationObject)
        var data = try AuthenticatorData(decoding: object.authenticatorData)
        change(&data)
        object.authenticatorData = data.encoded()
        registration.attestationObject = object.encoded()
    }
}
