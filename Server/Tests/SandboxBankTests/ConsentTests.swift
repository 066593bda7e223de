import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import Testing

@testable import SandboxBank

/// What an authorisation is bound to, and for how long.
@Suite(.everyEngine) struct ConsentTests {
    @Test func aNewerChallengeKillsTheOlder() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "10.00")
        let older = try OFBSignOptions(bytes: try answered(await initiator.signOptions(device, consent.consentID), 201))
        let newer = try OFBSignOptions(bytes: try answered(await initiator.signOptions(device, consent.consentID), 201))
        #expect(older.challenge != newer.challenge)
        let assertion = try await initiator.assertion(device, older)
        #expect(try refusedCode(await initiator.authorise(device, consent.consentID, assertion)) == "RISCO")
        #expect(try await initiator.consent(consent.consentID).status == .rejected)
    }

    @Test func aChallengeOfOneConsentDoesNotAuthoriseAnother() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let first = try await initiator.createConsent(device, "10.00")
        let second = try await initiator.createConsent(device, "99.00")
        let options = try OFBSignOptions(bytes: try answered(await initiator.signOptions(device, first.consentID), 201))
        _ = try answered(await initiator.signOptions(device, second.consentID), 201)
        let assertion = try await initiator.assertion(device, options)
        #expect(try refusedCode(await initiator.authorise(device, second.consentID, assertion)) == "RISCO")
        #expect(try await initiator.consent(second.consentID).status == .rejected)
        #expect(try await initiator.consent(first.consentID).status == .awaitingAuthorisation)
    }

    @Test func aChallengeOfOneEnrollmentIsNotAnswerableByAnother() async throws {
        let initiator = Initiator(try await TestBank())
        let asked = try await initiator.enroll()
        let other = try await initiator.enroll()
        let consent = try await initiator.createConsent(asked, "10.00")
        var options = try OFBSignOptions(
            bytes: try answered(await initiator.signOptions(asked, consent.consentID), 201)
        )
        options.allowCredentials = []
        let assertion = try await initiator.assertion(other, options)
        #expect(try refusedCode(await initiator.authorise(other, consent.consentID, assertion)) == "RISCO")
        #expect(try await initiator.consent(consent.consentID).status == .rejected)
    }

    @Test func aConsentWaitsFiveMinutesForItsAuthorisation() async throws {
        for isLate in [false, true] {
            let test = try await TestBank()
            let initiator = Initiator(test)
            let device = try await initiator.enroll()
            let consent = try await initiator.createConsent(device, "10.00")
            let body = try answered(await initiator.signOptions(device, consent.consentID), 201)
            let assertion = try await initiator.assertion(device, try OFBSignOptions(bytes: body))
            test.clock.advance(seconds: 300)
            test.clock.advance(microseconds: isLate ? 0 : -1)
            let reply = await initiator.authorise(device, consent.consentID, assertion)
            if isLate {
                #expect(try refusedCode(reply) == "STATUS_CONSENTIMENTO_INVALIDO")
                #expect(try await initiator.consent(consent.consentID).rejectionReason == "TEMPO_EXPIRADO_AUTORIZACAO")
            } else {
                _ = try answered(reply, 204)
            }
        }
    }

    @Test func aConsentWaitsAnHourForItsPayment() async throws {
        for isLate in [false, true] {
            let test = try await TestBank()
            let initiator = Initiator(test)
            let device = try await initiator.enroll()
            let consent = try await initiator.authorisedConsent(device, "10.00")
            test.clock.advance(seconds: 3_600)
            test.clock.advance(microseconds: isLate ? 0 : -1)
            let reply = await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID()))
            if isLate {
                #expect(try refusedCode(reply) == "CONSENTIMENTO_INVALIDO")
                #expect(try await initiator.consent(consent.consentID).rejectionReason == "TEMPO_EXPIRADO_CONSUMO")
            } else {
                #expect(try OFBPayment(bytes: try answered(reply, 201)).status == .acsc)
            }
        }
    }

    @Test func aConsentPaysOnce() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(device, "10.00")
        _ = try answered(await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID())), 201)
        let second = await initiator.pay(initiator.creation(consent, try initiator.newEndToEndID()))
        #expect(try refusedCode(second) == "CONSENTIMENTO_INVALIDO")
    }

    @Test func anotherPersonsConsentGetsNoChallenge() async throws {
        let initiator = Initiator(try await TestBank())
        let alice = try await initiator.enroll(cpf: Initiator.alice)
        let bruno = try await initiator.enroll(cpf: Initiator.bruno)
        let consent = try await initiator.createConsent(alice, "10.00")
        #expect(try refusedCode(await initiator.signOptions(bruno, consent.consentID)) == "PARAMETRO_INVALIDO")
    }

    @Test func aForeignOriginDoesNotAuthorise() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "10.00")
        let body = try answered(await initiator.signOptions(device, consent.consentID), 201)
        var assertion = try await initiator.assertion(device, try OFBSignOptions(bytes: body))
        var clientData = try CollectedClientData(decoding: assertion.clientDataJSON)
        clientData.origin = "https://evil.example"
        assertion.clientDataJSON = clientData.encoded()
        let reply = await initiator.authorise(device, consent.consentID, assertion)
        #expect(try refusedCode(reply) == "ORIGEM_FIDO_INVALIDA")
        #expect(try await initiator.consent(consent.consentID).status == .rejected)
    }

    @Test func anUnknownRelyingPartyGetsNoChallenge() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "10.00")
        let reply = await initiator.signOptions(device, consent.consentID, rp: "evil.example")
        #expect(try refusedCode(reply) == "RP_INVALIDA")
        #expect(try await initiator.consent(consent.consentID).status == .awaitingAuthorisation)
    }

    @Test func revokedBetweenAuthorisationAndPaymentPaysNothing() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(device, "10.00")
        _ = try answered(await initiator.end(device.enrollmentID, .revocation(.manually)), 204)
        let message = initiator.creation(consent, try initiator.newEndToEndID())
        #expect(try refusedCode(await initiator.pay(message)) == "CONSENTIMENTO_INVALIDO")
        #expect(try await test.bank.ledgerLines(ofEndToEndID: message.endToEndID).isEmpty)
    }

    @Test(arguments: [
        ("2026-07-13", "DATA_PAGAMENTO_INVALIDA"), ("2026-02-30", "DATA_PAGAMENTO_INVALIDA"),
        ("amanhã", "DATA_PAGAMENTO_INVALIDA"),
    ])
    func aDayThatIsNoneIsRefused(_ date: String, _ code: String) async throws {
        let initiator = Initiator(try await TestBank())
        let message = OFBConsentCreation(
            cpf: Initiator.alice,
            terms: try initiator.terms("10.00"),
            debtorAccount: nil,
            date: date
        )
        let reply = await initiator.call(.createConsent, body: message.bytes)
        #expect(try refusedCode(reply) == code || refusedCode(reply) == "PARAMETRO_INVALIDO")
    }

    @Test func oneInstitutionsObjectsDoNotExistAtAnother() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "10.00")
        let other = Initiator(test, .slowOptions)
        #expect(refusedStatus(await other.call(.readEnrollment, device.enrollmentID)) == 404)
        #expect(refusedStatus(await other.call(.readConsent, consent.consentID)) == 404)
        #expect(refusedStatus(await other.call(.readPayment, "urn:x")) == 404)
        #expect(refusedStatus(await other.end(device.enrollmentID, .revocation(.manually))) == 404)
    }
}
