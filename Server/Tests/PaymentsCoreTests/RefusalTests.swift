import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Synchronization
import Testing

/// What a bank's no is worth: certain, or perhaps the echo of a yes (docs/decisions/0009).
@Suite struct RefusalTests {
    private static let twoDays: Int64 = 2 * 24 * 60 * 60

    @Test(arguments: [400, 401, 403, 404, 409, 415, 418, 429, 499])
    func ofAPaymentOnlyThe422IsACertainNo(_ status: Int) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            guard call.operation == .createPayment, earlier < 2 else { return nil }
            return .refused(status: status, code: "NAO_INFORMADO")
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.bank.movements.count == 1)
    }

    @Test(arguments: [401, 403, 409, 429], [InstitutionOperation.createConsent, .signOptions, .authoriseConsent])
    func aNoOfAGatewayIsTriedAgain(_ status: Int, _ operation: InstitutionOperation) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            guard call.operation == operation, earlier < 1 else { return nil }
            return .refused(status: status, code: "NAO_INFORMADO")
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.status == .succeeded)
    }

    @Test func aConsentUsedUpByTheRefusalOfItsOnlyPaymentFails() async throws {
        let scene = try await PaymentScene()
        let bankID = try await scene.simulation.enrollment(scene.enrollment).bank?.enrollmentID ?? ""
        let bank = scene.bank
        bank.onCall { [weak bank] call in if call.operation == .createPayment { bank?.revoke(bankID) } }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.end?.code == .consentRejected)
        #expect(bank.consentStatus(try await scene.intent.consent?.id ?? "") == .consumed)
        #expect(bank.movements == [])
    }

    @Test(arguments: ["CONSENTIMENTO_INVALIDO", "ERRO_IDEMPOTENCIA"])
    func aNoThatMayBeTheEchoOfOurOwnPaymentIsNeverSaidToHaveFailed(_ code: String) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            guard call.operation == .createPayment else { return nil }
            return earlier == 0 ? .answerLost : .refused(status: 422, code: code)
        }
        scene.bank.setListsPayments(false)
        try await scene.pay()
        try await scene.simulation.pass(seconds: Self.twoDays)
        #expect(try await scene.intent.status == .processing)
        #expect(scene.bank.movements.count == 1)
        #expect(scene.isUnsettledTold)
    }

    /// After its hold another node may have sent the payment too, and this no may be the echo of that one.
    @Test(arguments: [(19, .failed), (20, .succeeded)] as [(Int64, PaymentIntentStatus)])
    func aNoIsBelievedAsLongAsNobodyElseCanHaveTakenOver(_ seconds: Int64, _ end: PaymentIntentStatus) async throws {
        let scene = try await PaymentScene()
        let clock = scene.simulation.clock
        scene.bank.script { call, earlier in
            guard call.operation == .createPayment, earlier == 0 else { return nil }
            return .refused(status: 422, code: "CONSENTIMENTO_INVALIDO")
        }
        let isFirst = Atomic(true)
        scene.bank.onCall { call in
            guard call.operation == .createPayment, isFirst.exchange(false, ordering: .relaxed) else { return }
            clock.advance(seconds: seconds)
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 10 * 60)
        #expect(try await scene.intent.status == end)
        #expect(scene.bank.movements.count == (end == .succeeded ? 1 : 0))
    }

    @Test func aKeyThatTheBankKnowsFromABodyWeHaveLostIsNeverSaidToHaveFailed() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in
            call.operation == .createPayment ? .refused(status: 422, code: "ERRO_IDEMPOTENCIA") : nil
        }
        try await scene.pay()
        // The consent lapses unconsumed an hour after its approval: that alone proves that nothing moved.
        try await scene.simulation.pass(seconds: 30 * 60)
        #expect(try await scene.intent.status == .processing)
        try await scene.simulation.pass(seconds: 60 * 60)
        #expect(try await scene.intent.end?.code == .chargeSettlementTimeout)
        #expect(scene.bank.movements == [])
    }

    @Test func aConsentThatAPaymentOfOursHasUsedUpIsPaidUnderItsKeyAndNotFailed() async throws {
        let scene = try await PaymentScene()
        let bank = scene.bank
        bank.onCall { [weak bank] call in
            if call.operation == .readConsent { bank?.setConsumed(consent: call.subject) }
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: Self.twoDays)
        #expect(try await scene.intent.status == .processing)
        let tries = bank.calls.filter { $0.operation == .createPayment }
        #expect(tries.count > 1 && Set(tries.map(\.body)).count == 1 && Set(tries.map(\.idempotencyKey)).count == 1)
        #expect(scene.isContradictionTold)
    }

    @Test func aConsentUsedUpWithoutAnApprovalHereWaitsForAPerson() async throws {
        let scene = try await PaymentScene()
        let (simulation, device) = (scene.simulation, scene.device)
        let id = try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1")
        scene.bank.setConsumed(consent: try await simulation.intent(id).consent?.id ?? "")
        try await simulation.pass(seconds: 60 * 60)
        #expect(try await simulation.intent(id).status == .pending)
        #expect(scene.isContradictionTold)
        // Nobody gives it up, and nobody asks for the same money again.
        let refusal = await apiFailure {
            try await simulation.payments.cancelPaymentIntent(id, by: simulation.merchant)
        }
        #expect(refusal?.status == 409)
        #expect(refusal?.items.first?.message.contains("time to approve is over") == true)
        let second = await apiFailure {
            try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1")
        }
        #expect(second?.status == 409 && second?.items.first?.field == "external_id")
        _ = try await simulation.payments.cancelEnrollment(scene.enrollment, by: device.caller)
        try await simulation.pass(seconds: 60 * 60)
        #expect(try await simulation.intent(id).status == .pending)
        #expect(try await simulation.enrollment(scene.enrollment).end?.reason == .revokedByUser)
    }

    @Test func aConsentThatTheBankHasForgottenLapses() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in
            call.operation == .readConsent ? .refused(status: 404, code: "NAO_ENCONTRADO") : nil
        }
        try await scene.simulation.pass(seconds: 10 * 60)
        #expect(try await scene.intent.end?.code == .consentExpired)
    }

    // MARK: An enrollment that the bank does not know

    @Test func anEnrollmentThatIsNotAtTheBankNeedsNoEndThere() async throws {
        let scene = try await PaymentScene()
        let (simulation, device) = (scene.simulation, scene.device)
        scene.bank.forget(enrollment: try await simulation.enrollment(scene.enrollment).bank?.enrollmentID ?? "")
        _ = try await simulation.payments.cancelEnrollment(scene.enrollment, by: device.caller)
        try await simulation.pass(seconds: 5)
        guard case .ended(_, atBank: false) = try await simulation.enrollment(scene.enrollment).state else {
            Issue.record("one answer was enough")
            return
        }
        try await simulation.pass(seconds: 2 * 60 * 60)
        guard case .ended(_, atBank: true) = try await simulation.enrollment(scene.enrollment).state else {
            Issue.record("the bank is asked for ever")
            return
        }
    }

    @Test func anAnswerInBetweenStartsTheCountAnew() async throws {
        let scene = try await PaymentScene()
        let (simulation, device, bank) = (scene.simulation, scene.device, scene.bank)
        func reads() -> Int { bank.calls.count { $0.operation == .readEnrollment } }
        let before = reads()
        bank.script { call, earlier in
            switch call.operation {
            case .readEnrollment where earlier - before == 8: nil
            case .readEnrollment: .refused(status: 404, code: "NAO_ENCONTRADO")
            case .endEnrollment: .callLost
            default: nil
            }
        }
        _ = try await simulation.payments.cancelEnrollment(scene.enrollment, by: device.caller)
        func pass(reads count: Int) async throws {
            for _ in 0..<1_000 where reads() < before + count { try await simulation.pass(seconds: 61) }
            #expect(reads() == before + count)
        }
        // Eight that say it is not there, one that knows it, eight more: sixteen in all, never ten in a row.
        try await pass(reads: 17)
        #expect(try await simulation.enrollment(scene.enrollment).missingAtBank < EnrollmentRules.missingAtBankTries)
        guard case .ended(_, atBank: false) = try await simulation.enrollment(scene.enrollment).state else {
            Issue.record("what was not in a row counted")
            return
        }
        try await pass(reads: 19)
        guard case .ended(_, atBank: true) = try await simulation.enrollment(scene.enrollment).state else {
            Issue.record("ten in a row did not count")
            return
        }
    }

    @Test func anOutageBeforeOneAnswerThatItDoesNotExistEndsNoEnrollment() async throws {
        let scene = try await PaymentScene()
        let id = scene.enrollment
        let before = scene.bank.calls.count { $0.operation == .readEnrollment }
        scene.bank.script { call, earlier in
            guard call.operation == .readEnrollment else { return nil }
            switch earlier - before {
            case ..<12: return .callLost
            case 12: return .refused(status: 404, code: "NAO_ENCONTRADO")
            default: return nil
            }
        }
        let bankID = try await scene.simulation.enrollment(id).bank?.enrollmentID ?? ""
        try await scene.simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await scene.simulation.pass(seconds: 3 * 60 * 60)
        #expect(scene.bank.calls.count { $0.operation == .readEnrollment } > before + 13)
        #expect(try await scene.simulation.enrollment(id).status == .succeeded)
        #expect(try await scene.simulation.enrollment(id).missingAtBank == 0)
    }

    @Test func oneAnswerThatItDoesNotExistEndsNoEnrollmentAndManyDo() async throws {
        let scene = try await PaymentScene()
        let id = scene.enrollment
        scene.bank.script { call, _ in
            call.operation == .readEnrollment ? .refused(status: 404, code: "NAO_ENCONTRADO") : nil
        }
        let bankID = try await scene.simulation.enrollment(id).bank?.enrollmentID ?? ""
        try await scene.simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await scene.simulation.pass(seconds: 10)
        #expect(try await scene.simulation.enrollment(id).status == .succeeded)
        try await scene.simulation.pass(seconds: 2 * 60 * 60)
        #expect(try await scene.simulation.enrollment(id).end?.reason == .revokedByInstitution)
    }
}
