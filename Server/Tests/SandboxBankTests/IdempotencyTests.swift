import ChaveBase
import ChavePixModel
import InstitutionPort
import Testing

@testable import SandboxBank

/// Keys are remembered for a day, per endpoint, across restarts.
@Suite(.everyEngine) struct IdempotencyTests {
    private func message(_ cpf: String = Initiator.alice) -> [UInt8] {
        OFBEnrollmentCreation(cpf: cpf, businessCNPJ: nil, name: nil, permissions: ["PAYMENTS_INITIATE"]).bytes
    }

    @Test func theSameKeyAndDataGetTheSameAnswerAfterAReopening() async throws {
        let test = try await TestBank()
        let first = try answered(await Initiator(test).call(.createEnrollment, key: "k", body: message()), 201)
        let reopened = try await test.reopened()
        let again = try answered(await Initiator(reopened).call(.createEnrollment, key: "k", body: message()), 201)
        #expect(first == again)
    }

    @Test func theSameKeyWithOtherDataIsRefusedAndChangesNothing() async throws {
        let initiator = Initiator(try await TestBank())
        let first = try answered(await initiator.call(.createEnrollment, key: "k", body: message()), 201)
        let other = await initiator.call(.createEnrollment, key: "k", body: message(Initiator.bruno))
        #expect(try refusedCode(other) == "ERRO_IDEMPOTENCIA")
        #expect(try answered(await initiator.call(.createEnrollment, key: "k", body: message()), 201) == first)
    }

    @Test func theSameKeyOnAnotherSubjectIsOtherData() async throws {
        let initiator = Initiator(try await TestBank())
        let one = try await initiator.createEnrollment()
        let two = try await initiator.createEnrollment()
        let body = OFBRiskSignals(signals: Initiator.signals()).bytes
        _ = try answered(await initiator.call(.sendRiskSignals, one, key: "k", body: body), 204)
        #expect(
            try refusedCode(await initiator.call(.sendRiskSignals, two, key: "k", body: body)) == "ERRO_IDEMPOTENCIA"
        )
    }

    @Test func aKeyIsOnesOwnPerEndpointAndInstitution() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        _ = try answered(await initiator.call(.createEnrollment, key: "k", body: message()), 201)
        let device = try await initiator.enroll()
        let consent = OFBConsentCreation(
            cpf: device.cpf,
            terms: try initiator.terms("1.00"),
            debtorAccount: nil,
            date: test.clock.now.isoDate
        )
        _ = try answered(await initiator.call(.createConsent, key: "k", body: consent.bytes), 201)
        let other = Initiator(test, .slowOptions)
        _ = try answered(await other.call(.createEnrollment, key: "k", body: message(Initiator.bruno)), 201)
    }

    @Test func aKeyIsForgottenAfterADayAndNotBefore() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let first = try answered(await initiator.call(.createEnrollment, key: "k", body: message()), 201)
        test.clock.advance(seconds: 86_400)
        test.clock.advance(microseconds: -1)
        try await test.bank.tick()
        #expect(try answered(await initiator.call(.createEnrollment, key: "k", body: message()), 201) == first)
        test.clock.advance(microseconds: 1)
        #expect(try answered(await initiator.call(.createEnrollment, key: "k", body: message()), 201) != first)
    }

    @Test func aRefusalIsKeptToo() async throws {
        let initiator = Initiator(try await TestBank())
        let device = try await initiator.enroll()
        let consent = try await initiator.createConsent(device, "250.00")
        let body = try answered(await initiator.signOptions(device, consent.consentID), 201)
        let assertion = try await initiator.assertion(device, try OFBSignOptions(bytes: body))
        let first = await initiator.authorise(device, consent.consentID, assertion, key: "k")
        #expect(await initiator.authorise(device, consent.consentID, assertion, key: "k") == first)
    }

    @Test(arguments: [nil, "", " k", "k ", String(repeating: "k", count: 41)] as [String?])
    func aCallWithoutAProperKeyIsRefused(_ key: String?) async throws {
        let test = try await TestBank()
        let call = InstitutionCall(
            institution: TestBank.institution(.approvesAtOnce),
            operation: .createEnrollment,
            subject: "",
            accessToken: nil,
            idempotencyKey: key,
            interactionID: "0193aaaa-0000-7000-8000-000000000001",
            body: message()
        )
        #expect(refusedStatus(await test.bank.send(call, timeoutMilliseconds: 1_000)) == 400)
    }

    @Test func aHundredEqualPaymentsAtOnceAreOne() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(device, "10.00")
        let message = initiator.creation(consent, try initiator.newEndToEndID())
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let reply = await initiator.pay(message, key: index % 2 == 0 ? "same" : nil)
                    return try OFBPayment(bytes: try answered(reply, 201)).paymentID
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try await test.bank.ledgerLines(ofEndToEndID: message.endToEndID).count == 2)
        #expect(try await test.bank.verdict().isSound)
    }
}
