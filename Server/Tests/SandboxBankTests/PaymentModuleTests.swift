import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Testing

@testable import SandboxBank

/// The modules of Open Finance Brasil's payment and webhook plans (`facts/open-finance.md` 4.1) that need no HTTP or JWS.
@Suite(.everyEngine) struct PaymentModuleTests {
    @Test("enrollments_api_invalid-status-sign-options_test-module_v2-2")
    func invalidStatusSignOptions() async throws {
        let initiator = Initiator(try await TestBank())
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        let other = try await initiator.enroll()
        let consent = try await initiator.createConsent(other, "10.00")
        let waiting = waitingDevice(id, tokens, other, initiator)
        let reply = await initiator.signOptions(waiting, consent.consentID)
        #expect(try refusedCode(reply) == "STATUS_VINCULO_INVALIDO")
        #expect(try await initiator.consent(consent.consentID).status == .awaitingAuthorisation)
    }

    @Test("enrollments_api_payments-pre-enrollment_test-module_v2-2") func paymentsPreEnrollment() async throws {
        let initiator = Initiator(try await TestBank())
        let (id, tokens) = try await initiator.enrollmentAwaitingCredential()
        let other = try await initiator.enroll()
        let consent = try await initiator.createConsent(other, "10.00")
        let waiting = waitingDevice(id, tokens, other, initiator)
        let options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(other, consent.consentID), 201)
        )
        let assertion = try await initiator.assertion(other, options)
        let authorised = await initiator.authorise(waiting, consent.consentID, assertion)
        #expect(try refusedCode(authorised) == "STATUS_VINCULO_INVALIDO")
        #expect(try await initiator.consent(consent.consentID).status == .rejected)
        #expect(try await initiator.enrollment(id).status == .awaitingEnrollment)
    }

    /// An enrollment that has no credential yet, with another one's key.
    private func waitingDevice(
        _ id: String,
        _ tokens: TokenAnswer,
        _ other: Device,
        _ initiator: Initiator
    ) -> Device {
        Device(
            enrollmentID: id,
            institution: initiator.institution,
            cpf: other.cpf,
            authenticator: other.authenticator,
            tokens: tokens
        )
    }

    @Test("enrollments_api_payments-pre-account-holder-validation_test-module_v2-2")
    func paymentsPreAccountHolderValidation() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "10.00")
        let options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(device, consent.consentID), 201)
        )
        let message = OFBConsentAuthorisation(
            enrollmentID: try await initiator.enrollmentAwaitingHolder().id,
            signals: Initiator.signals(),
            assertion: try await initiator.assertion(device, options)
        )
        // Before the approval there is no token of this enrollment; another one's does not help.
        for token in [nil, device.tokens.accessToken] {
            let reply = await initiator.call(.authoriseConsent, consent.consentID, token: token, body: message.bytes)
            #expect(refusedStatus(reply) == 401)
        }
        #expect(try await initiator.consent(consent.consentID).status == .awaitingAuthorisation)
    }

    @Test("enrollments_api_payments-core_test-module_v2-2") func paymentsCore() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let before = try await test.bank.balances(of: device.cpf, at: device.institution)
        let payment = try await initiator.pay(device, "12.34")
        #expect(payment.status == .acsc)
        #expect(try await initiator.payment(payment.paymentID).status == .acsc)
        let after = try await test.bank.balances(of: device.cpf, at: device.institution)
        #expect(before[0] - after[0] == 12_34)
        let lines = try await test.bank.ledgerLines(ofEndToEndID: payment.endToEndID)
        #expect(lines.map(\.centavos) == [-12_34, 12_34])
        #expect(try await test.bank.verdict().faults == [])
    }

    @Test("enrollments_api_revoked-enrollment_test-module_v2-2") func revokedEnrollment() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "10.00")
        _ = try answered(await initiator.end(device.enrollmentID, .revocation(.manually)), 204)
        let enrollment = try await initiator.enrollment(device.enrollmentID)
        #expect(enrollment.status == .revoked)
        #expect(enrollment.cancellation?.reason == .revocation(.manually))
        let reply = await initiator.signOptions(device, consent.consentID)
        #expect(try refusedCode(reply) == "STATUS_VINCULO_INVALIDO")
    }

    @Test("enrollments_api_payments-keys-swap_test-module_v2-2") func paymentsKeysSwap() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let other = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "10.00")
        let body = try answered(await initiator.signOptions(device, consent.consentID), 201)
        let options = try OFBSignOptions(bytes: body)
        var foreign = options
        foreign.allowCredentials = []
        let swapped = try await initiator.assertion(other, foreign)
        #expect(try refusedCode(await initiator.authorise(device, consent.consentID, swapped)) == "RISCO")
        let right = try await initiator.assertion(device, options)
        let reply = await initiator.authorise(device, consent.consentID, right)
        #expect(try refusedCode(reply) == "STATUS_CONSENTIMENTO_INVALIDO")
        #expect(try await initiator.consent(consent.consentID).status == .rejected)
    }

    @Test(
        "enrollments_api_payments-unmatching-fields_test-module_v2-2",
        arguments: ["HYBRID_FLOW", "no consent", "no flow"]
    )
    func paymentsUnmatchingFields(_ fault: String) async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(device, "10.00")
        var message = initiator.creation(consent, try initiator.newEndToEndID())
        if fault == "HYBRID_FLOW" { message.authorisationFlow = fault }
        var data = message.json["data"]?.array?.first?.object ?? JSONObject()
        if fault == "no consent" { data["consentId"] = nil }
        if fault == "no flow" { data["authorisationFlow"] = nil }
        let body: JSONValue = ["data": [.object(data)]]
        let reply = await initiator.call(.createPayment, body: body.encoded())
        #expect(try refusedCode(reply) == "DETALHE_PAGAMENTO_INVALIDO")
    }

    @Test("enrollments_api_excessive-transactionLimit_test-module_v2-2")
    func excessiveTransactionLimit() async throws {
        try await limitFault(["transaction_limit": "50.00"], paid: [], excessive: "50.01")
    }

    @Test("enrollments_api_excessive-dailyLimit_test-module_v2-2") func excessiveDailyLimit() async throws {
        try await limitFault(["daily_limit": "50.00"], paid: ["30.00", "19.99"], excessive: "0.02")
    }

    @Test("enrollments_api_excessive-dailyLimit-schd_test-module_v2-2") func excessiveDailyLimitScheduled() async throws
    {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(choosing: ["daily_limit": "50.00"])
        _ = try await initiator.pay(device, "50.00")
        let consent = try await initiator.authorisedConsent(device, "40.00", date: "2026-07-20")
        let message = initiator.creation(consent, try initiator.newEndToEndID())
        let payment = try OFBPayment(bytes: try answered(await initiator.pay(message), 201))
        #expect(payment.status == .schd)
        test.clock.advance(seconds: 7 * 86_400)
        #expect(try await initiator.payment(payment.paymentID).status == .acsc)
        #expect(try await test.bank.verdict().faults == [])
    }

    @Test("enrollments_api_multiple-consents-core_test-module_v2-2") func multipleConsentsCore() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(cpf: Initiator.davi)
        let consent = try await initiator.authorisedConsent(device, "10.00")
        #expect(try await initiator.consent(consent.consentID).status == .partiallyAccepted)
        let message = initiator.creation(consent, try initiator.newEndToEndID())
        #expect(try refusedCode(await initiator.pay(message)) == "CONSENTIMENTO_PENDENTE_AUTORIZACAO")
        #expect(try await test.bank.approveAsOtherHolder(consent.consentID, at: device.institution))
        #expect(try await initiator.consent(consent.consentID).status == .authorised)
        #expect(try OFBPayment(bytes: try answered(await initiator.pay(message), 201)).status == .acsc)
    }

    @Test("enrollments_api_webhook-rejected_test-module_v2-2") func webhookRejected() async throws {
        let test = try await TestBank()
        let heard = HeardNotifications()
        test.bank.setNotifications(heard)
        let initiator = Initiator(test)
        let id = try await initiator.enrollmentAwaitingHolder().id
        try await test.bank.end(id, at: initiator.institution, .rejection(.internalSecurity))
        try await test.bank.tick()
        #expect(heard.items == [.init(institution: initiator.institution, kind: .enrollment, id: id)])
    }

    @Test("enrollments_api_webhook-revoked_test-module_v2-2") func webhookRevoked() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let heard = HeardNotifications()
        try await test.bank.end(device.enrollmentID, at: device.institution, .revocation(.internalSecurity))
        // Nobody listened yet: it is told later.
        try await test.bank.tick()
        test.bank.setNotifications(heard)
        try await test.bank.tick()
        #expect(heard.items.map(\.id).contains(device.enrollmentID))
    }

    @Test("enrollments_api_webhook_event-type_test-module_v2-2") func webhookEventType() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let heard = HeardNotifications()
        test.bank.setNotifications(heard)
        try await test.bank.tick()
        let before = heard.items.count
        let limit = Money(centavos: 5_00)
        try await test.bank.changeLimits(
            of: device.enrollmentID,
            at: device.institution,
            transaction: limit,
            daily: nil
        )
        try await test.bank.tick()
        #expect(heard.items.count == before + 1)
        #expect(try await initiator.enrollment(device.enrollmentID).transactionLimit == limit)
    }

    @Test("enrollments_api_debit-account-mismatch_test-module_v2-2") func debitAccountMismatch() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let other = OFBAccount(ispb: "99000001", issuer: "0001", number: "20113", accountType: "SVGS")
        let consent = try await initiator.createConsent(device, "10.00", debtorAccount: other)
        let options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(device, consent.consentID), 201)
        )
        let assertion = try await initiator.assertion(device, options)
        let reply = await initiator.authorise(device, consent.consentID, assertion)
        #expect(try refusedCode(reply) == "CONTA_DEBITO_DIVERGENTE_CONSENTIMENTO_VINCULO")
        #expect(try await initiator.consent(consent.consentID).rejectionReason == "CONTA_NAO_PERMITE_PAGAMENTO")
    }

    @Test("enrollments_api_automatic-payment_sign-options-invalid-permission_test-module_v2-2")
    func signOptionsWithAnotherPermission() async throws {
        let initiator = Initiator(try await TestBank())
        let payments = try await initiator.enroll()
        let consent = try await initiator.createConsent(payments, "10.00")
        for both in [false, true] {
            var data = JSONObject()
            data["rp"] = "localhost"
            data["platform"] = "IOS"
            data["recurringConsentId"] = "urn:sandboxbank:recurring-consent:1"
            if both { data["consentId"] = .string(consent.consentID) }
            let body = JSONValue.object(enveloped(data)).encoded()
            let reply = await initiator.call(.signOptions, payments.enrollmentID, body: body)
            let expected = both ? "PARAMETRO_INVALIDO" : "PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO"
            #expect(try refusedCode(reply) == expected)
        }
        let recurring = try await initiator.enroll(permissions: ["RECURRING_PAYMENTS_INITIATE"])
        let reply = await initiator.signOptions(recurring, consent.consentID)
        #expect(try refusedCode(reply) == "PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO")
        #expect(try await initiator.consent(consent.consentID).status == .awaitingAuthorisation)
    }

    private func limitFault(_ choice: [String: String], paid: [String], excessive: String) async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll(choosing: choice)
        for amount in paid { #expect(try await initiator.pay(device, amount).status == .acsc) }
        let consent = try await initiator.authorisedConsent(device, excessive)
        let reply = await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID()))
        #expect(try refusedCode(reply) == "VALOR_ACIMA_LIMITE")
        #expect(try await initiator.consent(consent.consentID).status == .consumed)
    }
}
