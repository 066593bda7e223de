import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// A payment whose fate is unknown: the bank's list of the consent's payments decides before anything is repeated.
@Suite struct ListedPaymentTests {
    private func operations(_ scene: PaymentScene) -> [InstitutionOperation] {
        scene.bank.calls.map(\.operation).filter { $0 == .createPayment || $0 == .listPayments }
    }

    @Test func aPaymentThatTheBankListsIsNotSentAgain() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in call.operation == .createPayment ? .answerLost : nil }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.status == .succeeded)
        #expect(operations(scene) == [.createPayment, .listPayments])
        #expect(scene.bank.movements.count == 1)
    }

    @Test func aPaymentThatTheBankDoesNotListIsSentAgainWithTheSameBytes() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in call.operation == .createPayment && earlier < 2 ? .callLost : nil }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.status == .succeeded)
        #expect(
            operations(scene) == [.createPayment, .listPayments, .createPayment, .listPayments, .createPayment]
        )
        let tries = scene.bank.calls.filter { $0.operation == .createPayment }
        #expect(Set(tries.map(\.body)).count == 1 && Set(tries.map(\.idempotencyKey)).count == 1)
    }

    @Test func whileTheListCannotBeReadNothingIsSentAgain() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in
            switch call.operation {
            case .createPayment, .listPayments: .callLost
            default: nil
            }
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 30 * 60)
        #expect(scene.bank.calls.count { $0.operation == .createPayment } == 1)
        #expect(try await scene.intent.status == .processing)
        scene.bank.script { _, _ in nil }
        try await scene.simulation.pass(seconds: 120)
        #expect(try await scene.intent.status == .succeeded)
    }

    @Test func aListThatNamesOnlyAnothersPaymentIsNone() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            switch call.operation {
            case .createPayment: earlier == 0 ? .callLost : nil
            case .listPayments: earlier == 0 ? .garbage : nil
            default: nil
            }
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.bank.movements.count == 1)
    }

    // MARK: Refusals of a repeated payment

    @Test func theRefusalOfARepeatCountsAMinuteLaterWhenTheBankListsNone() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            guard call.operation == .createPayment else { return nil }
            return earlier == 0 ? .callLost : .refused(status: 422, code: "SALDO_INSUFICIENTE")
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 50)
        #expect(try await scene.intent.status == .processing)
        try await scene.simulation.pass(seconds: 120)
        #expect(try await scene.intent.end?.code == .insufficientFunds)
        #expect(scene.bank.calls.count { $0.operation == .createPayment } == 2)
        #expect(scene.bank.movements == [])
    }

    @Test func theRefusalOfTheOnlyTryCountsAtOnce() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in
            call.operation == .createPayment ? .refused(status: 422, code: "SALDO_INSUFICIENTE") : nil
        }
        try await scene.pay()
        #expect(try await scene.intent.end?.code == .insufficientFunds)
        #expect(operations(scene) == [.createPayment])
    }

    /// The bank worked on the first try while it answered the second.
    @Test func theRefusalOfARepeatIsForgottenWhenTheBankListsThePayment() async throws {
        let scene = try await PaymentScene()
        let bank = scene.bank
        bank.setListsPayments(false)
        bank.script { call, earlier in
            guard call.operation == .createPayment else { return nil }
            return earlier == 0 ? .answerLost : .refused(status: 422, code: "SALDO_INSUFICIENTE")
        }
        bank.onCall { [weak bank] call in if call.operation == .createPayment { bank?.setListsPayments(false) } }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 2)
        #expect(try await scene.intent.doubtfulRefusal?.code == "SALDO_INSUFICIENTE")
        bank.setListsPayments(true)
        try await scene.simulation.pass(seconds: 180)
        #expect(try await scene.intent.status == .succeeded)
        #expect(bank.movements.count == 1)
    }

    @Test(arguments: [("PARAMETRO_INVALIDO", false), ("PARAMETRO_NAO_INFORMADO", false), ("VALOR_INVALIDO", true)])
    func withoutAListARefusedMemberProvesNothing(_ code: String, _ isBelieved: Bool) async throws {
        let scene = try await PaymentScene()
        scene.bank.setListsPayments(false)
        scene.bank.script { call, earlier in
            guard call.operation == .createPayment else { return nil }
            return earlier == 0 ? .answerLost : .refused(status: 422, code: code)
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 10 * 60)
        #expect(try await scene.intent.status == (isBelieved ? .failed : .processing))
    }

    @Test func withoutAListAPaymentIsSentAgainAfterARefusedMember() async throws {
        let scene = try await PaymentScene()
        scene.bank.setListsPayments(false)
        scene.bank.script { call, earlier in
            guard call.operation == .createPayment else { return nil }
            switch earlier {
            case 0: return .answerLost
            case 1: return .refused(status: 422, code: "PARAMETRO_INVALIDO")
            default: return nil
            }
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 3 * 60)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.bank.movements.count == 1)
        let tries = scene.bank.calls.filter { $0.operation == .createPayment }
        #expect(Set(tries.map(\.idempotencyKey)).count == 1 && tries.count >= 3)
    }

    @Test func withAListThatIsEmptyARefusedMemberIsBelieved() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            guard call.operation == .createPayment else { return nil }
            return earlier == 0 ? .callLost : .refused(status: 422, code: "PARAMETRO_INVALIDO")
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 10 * 60)
        #expect(try await scene.intent.status == .failed)
        #expect(scene.bank.movements == [])
    }

    // MARK: The token of the payment

    @Test func aPaymentCarriesTheTokenOfItsEnrollment() async throws {
        let scene = try await PaymentScene()
        try await scene.pay()
        let calls = scene.bank.calls
        let authorised = try #require(calls.last { $0.operation == .authoriseConsent }?.accessToken)
        #expect(calls.last { $0.operation == .createPayment }?.accessToken == authorised)
        #expect(
            calls.filter { $0.operation == .listPayments || $0.operation == .readPayment }
                .allSatisfy { $0.accessToken == nil }
        )
    }

    @Test(arguments: [InstitutionOperation.authoriseConsent, .createPayment])
    func aRefusedTokenIsRenewedAndTheCallRepeatedOnce(_ operation: InstitutionOperation) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            call.operation == operation && earlier == 0 ? .tokenRefused : nil
        }
        let refreshes = { scene.bank.calls.count { $0.operation == .refreshToken } }
        let before = refreshes()
        try await scene.pay()
        // Both tries are in one run: no time passes between them.
        let tries = scene.bank.calls.filter { $0.operation == operation }
        #expect(tries.count == 2 && Set(tries.map(\.body)).count == 1)
        #expect(tries[0].accessToken != tries[1].accessToken && tries[0].interactionID != tries[1].interactionID)
        #expect(refreshes() == before + 1)
        try await scene.simulation.pass(seconds: 10)
        #expect(try await scene.intent.status == .succeeded)
    }

    /// A 401 comes from anyone, also after the payment was made: the refusal that follows is not the only try's.
    @Test func aRefusalAfterARenewedTokenIsDoubtful() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            guard call.operation == .createPayment else { return nil }
            return earlier == 0 ? .tokenRefused : .refused(status: 422, code: "SALDO_INSUFICIENTE")
        }
        try await scene.pay()
        #expect(try await scene.intent.status == .processing)
        #expect(try await scene.intent.doubtfulRefusal?.code == "SALDO_INSUFICIENTE")
        // The list has no such payment, a minute later.
        try await scene.simulation.pass(seconds: 10 * 60)
        #expect(try await scene.intent.status == .failed)
    }

    @Test(arguments: [
        (["PAGAMENTO_DIVERGENTE_CONSENTIMENTO", "CONSENTIMENTO_INVALIDO"], "CONSENTIMENTO_INVALIDO"),
        (["CONSENTIMENTO_INVALIDO", "ERRO_IDEMPOTENCIA"], "ERRO_IDEMPOTENCIA"),
        (["SALDO_INSUFICIENTE", "PARAMETRO_INVALIDO"], "PARAMETRO_INVALIDO"),
        (["SALDO_INSUFICIENTE", "VALOR_ACIMA_LIMITE"], "SALDO_INSUFICIENTE"), ([], ""),
    ])
    func ofSeveralCodesTheOneThatProvesLeastDecides(_ codes: [String], _ deciding: String) {
        let errors = OFBErrors(errors: codes.map { OFBError(code: $0, title: $0, detail: "") })
        #expect(errors.decidingCode(of: .createPayment) == deciding)
        #expect(errors.decidingCode(of: .createConsent) == codes.first ?? "")
    }

    @Test func aTokenThatIsAlwaysRefusedIsNoAnswer() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in call.operation == .createPayment ? .tokenRefused : nil }
        try await scene.pay()
        #expect(scene.bank.calls.count { $0.operation == .createPayment } == 2)
        #expect(try await scene.intent.status == .processing)
    }

    /// Nothing was sent, so nothing can have been paid.
    @Test func anEnrollmentThatEndedBeforeThePaymentPaysNothing() async throws {
        let scene = try await PaymentScene()
        let (simulation, bank) = (scene.simulation, scene.bank)
        let bankID = try await simulation.enrollment(scene.enrollment).bank?.enrollmentID ?? ""
        bank.script { call, _ in call.operation == .readConsent ? .callLost : nil }
        try await scene.pay()
        bank.revoke(bankID)
        try await simulation.payments.notified(ScriptedBank.institution, .enrollment, id: bankID)
        try await simulation.pass(seconds: 5)
        #expect(try await simulation.enrollment(scene.enrollment).end != nil)
        bank.script { _, _ in nil }
        try await simulation.pass(seconds: 60)
        #expect(try await scene.intent.end?.outcome == .failed)
        #expect(!bank.calls.contains { $0.operation == .createPayment })
    }

    // MARK: Pauses that the bank asks for

    @Test func aBankThatAsksToWaitIsLeftAloneForSoLong() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            call.operation == .createPayment && earlier == 0 ? .tooMany(retryAfterSeconds: 20) : nil
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 15)
        #expect(scene.bank.calls.count { $0.operation == .createPayment } == 1)
        try await scene.simulation.pass(seconds: 60)
        #expect(try await scene.intent.status == .succeeded)
    }

    @Test func aPauseIsAMinuteAtMost() async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, earlier in
            call.operation == .createPayment && earlier == 0 ? .tooMany(retryAfterSeconds: .max) : nil
        }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 180)
        #expect(try await scene.intent.status == .succeeded)
    }
}
