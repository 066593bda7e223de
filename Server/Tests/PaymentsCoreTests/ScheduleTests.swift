import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// Payments on later days: one approval, one call, a charge for each day, and the bank's word about each of them.
@Suite struct ScheduleTests {
    /// The scene's clock begins on 15 January 2027.
    private static func day(_ number: Int64) -> CalendarDate { CalendarDate(daysSince1970: 20_833 + number) }

    private func scene(_ rule: PaymentSchedule.Rule? = nil) async throws -> PaymentScene {
        try await PaymentScene(schedule: PaymentSchedule(rule ?? .daily(start: Self.day(1), quantity: 3)))
    }

    /// Moves to 16:00 UTC of a day, and does what is due.
    private func pass(to day: Int64, _ scene: PaymentScene) async throws {
        scene.simulation.clock.advance(to: Timestamp(startOf: Self.day(day)).adding(seconds: 16 * 3_600))
        try await scene.simulation.pass(seconds: 120)
    }

    private func charges(_ scene: PaymentScene) async throws -> [ChargeStatus] {
        try await scene.intent.schedule?.charges.map(\.status) ?? []
    }

    private func count(_ operation: InstitutionOperation, _ scene: PaymentScene) -> Int {
        scene.bank.calls.count { $0.operation == operation }
    }

    private func cancel(_ scene: PaymentScene) async throws -> APIAnswer {
        try await scene.simulation.payments.cancelPaymentIntent(scene.id, by: scene.device.caller)
    }

    // MARK: Days that come

    @Test func oneApprovalPaysEachDayOnce() async throws {
        let scene = try await scene()
        try await scene.pay()
        #expect(try await scene.intent.status == .scheduled)
        #expect(count(.createPayment, scene) == 1)
        #expect(scene.bank.movements == [])
        for day in 1...3 {
            try await pass(to: Int64(day), scene)
            #expect(scene.bank.movements.count == day)
            let expected = (1...3).map { $0 <= day ? ChargeStatus.succeeded : .pending }
            #expect(try await charges(scene) == expected)
        }
        #expect(try await scene.intent.status == .succeeded)
        let ids = try #require(try await scene.intent.schedule).charges.map(\.endToEndID.text)
        #expect(Set(scene.bank.movements.map(\.endToEndID)) == Set(ids))
        #expect(!scene.isContradictionTold && !scene.isUnsettledTold)
    }

    @Test func theIdsNameTheirDaysAtThreeInTheAfternoonUTC() async throws {
        let scene = try await scene(.single(Self.day(5)))
        let intent = try await scene.intent
        let charge = try #require(intent.schedule?.charges.first)
        #expect(charge.endToEndID.minute == Timestamp(startOf: Self.day(5)).adding(seconds: 15 * 3_600))
        #expect(intent.charge == charge.id && intent.endToEndID == charge.endToEndID)
        let consent = try #require(scene.bank.calls.first { $0.operation == .createConsent })
        let terms = try OFBConsentCreation(bytes: consent.body).terms
        #expect(terms.purpose == "SINGLE_SCHEDULED" && terms.schedule?.additionalInformation == "Pedido")
    }

    @Test func aChargeThatFailsEndsAloneAndTheOthersGoOn() async throws {
        let scene = try await scene()
        scene.bank.setSettlement(.rejectedLater(code: "SALDO_INSUFICIENTE"))
        try await scene.pay()
        try await pass(to: 1, scene)
        #expect(try await charges(scene) == [.failed, .pending, .pending])
        #expect(try await scene.intent.status == .scheduled)
        try await pass(to: 3, scene)
        let intent = try await scene.intent
        #expect(intent.status == .failed && intent.end?.code == .insufficientFunds)
        #expect(intent.schedule?.charges.map(\.failure?.code) == Array(repeating: .insufficientFunds, count: 3))
        #expect(scene.bank.movements == [])
    }

    @Test func eachChargeHasItsOwnEvents() async throws {
        let scene = try await scene(.daily(start: Self.day(1), quantity: 2))
        try await scene.pay()
        try await pass(to: 2, scene)
        let events = try await scene.simulation.store.events(after: 0, limit: 1_000).map(\.event)
        let charges = try #require(try await scene.intent.schedule).charges
        for charge in charges {
            let own = events.filter { $0.objectID == charge.id.ofAnyKind }
            #expect(own.map(\.type) == ["charge.created", "charge.succeeded"])
            let data = try JSONValue(parsing: own[1].body)["data"]
            #expect(data?["scheduled_for"]?.string == charge.day.iso)
            #expect(data?["end_to_end_id"]?.string == charge.endToEndID.text)
        }
        let told = events.filter { $0.objectID == scene.id.ofAnyKind }.map(\.type)
        #expect(
            told == [
                "payment_intent.created", "payment_intent.processing", "payment_intent.scheduled",
                "payment_intent.succeeded",
            ]
        )
    }

    // MARK: Answers that are lost

    @Test(arguments: [ScriptedFault.callLost, .answerLost, .failedAfterwards, .answeredTwice, .garbage])
    func aLostAnswerToThePaymentsMakesNoneTwice(_ fault: ScriptedFault) async throws {
        let scene = try await scene()
        scene.bank.script { call, earlier in call.operation == .createPayment && earlier == 0 ? fault : nil }
        try await scene.pay()
        try await scene.simulation.pass(seconds: 300)
        #expect(try await scene.intent.status == .scheduled)
        try await pass(to: 3, scene)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.bank.movements.count == 3)
    }

    @Test func anAnswerWithAnotherAmountIsNotBelieved() async throws {
        let scene = try await scene()
        scene.bank.script { call, _ in call.operation == .createPayment ? .anotherAmount : nil }
        try await scene.pay()
        #expect(try await scene.intent.status == .processing)
        #expect(scene.isContradictionTold)
        // The bank's list tells that they are there.
        try await scene.simulation.pass(seconds: 300)
        #expect(try await scene.intent.status == .scheduled)
    }

    @Test func aBankThatIsSilentOnTheDayIsReadLater() async throws {
        let scene = try await scene(.single(Self.day(1)))
        try await scene.pay()
        scene.bank.setSilent(true)
        try await pass(to: 1, scene)
        try await scene.simulation.pass(seconds: 2 * 3_600)
        #expect(try await scene.intent.status == .scheduled)
        let asked = count(.listPayments, scene)
        #expect(asked < 60)
        scene.bank.setSilent(false)
        try await scene.simulation.pass(seconds: 20 * 60)
        #expect(try await scene.intent.status == .succeeded)
    }

    @Test func aBankWithoutAListIsReadPaymentByPayment() async throws {
        let scene = try await scene()
        scene.bank.setListsPayments(false)
        try await scene.pay()
        try await pass(to: 3, scene)
        #expect(try await scene.intent.status == .succeeded)
    }

    @Test func anotherProcessGoesOn() async throws {
        let scene = try await scene()
        try await scene.pay()
        try await scene.simulation.restart(afterSeconds: 3 * 86_400 + 8 * 3_600)
        try await scene.simulation.pass(seconds: 120)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.bank.movements.count == 3)
    }

    // MARK: Cancelling

    @Test func theRestIsCancelledUntilTheEve() async throws {
        let scene = try await scene()
        try await scene.pay()
        try await pass(to: 1, scene)
        let answer = try await cancel(scene)
        #expect(answer.status == 200)
        let intent = try await scene.intent
        #expect(intent.schedule?.charges.map(\.status) == [.succeeded, .failed, .failed])
        #expect(intent.schedule?.charges.last?.failure == PaymentIntentEnd(.canceled, .canceled))
        // Money moved on the first day.
        #expect(intent.status == .succeeded)
        #expect(count(.cancelPayments, scene) == 1)
        try await pass(to: 3, scene)
        #expect(scene.bank.movements.count == 1)
    }

    @Test func aScheduleThatIsCancelledAsAWholeIsCanceled() async throws {
        let scene = try await scene(.single(Self.day(3)))
        try await scene.pay()
        _ = try await cancel(scene)
        let intent = try await scene.intent
        #expect(intent.status == .canceled && intent.consentRequest == nil)
        #expect(try await cancel(scene).status == 200)
        #expect(count(.cancelPayments, scene) == 1)
    }

    @Test func oneChargeIsCancelledByTheMerchantAlone() async throws {
        let scene = try await scene()
        try await scene.pay()
        let charge = try #require(try await scene.intent.schedule?.charges[1].id)
        let payments = try scene.simulation.payments
        await #expect(throws: APIFailure.self) { try await payments.cancelCharge(charge, by: scene.device.caller) }
        let answer = try await payments.cancelCharge(charge, by: scene.simulation.merchant)
        #expect(answer.status == 200)
        #expect(try JSONValue(parsing: answer.body)["failure_code"]?.string == "canceled")
        #expect(try await charges(scene) == [.pending, .failed, .pending])
        // Once more is the same answer, without another call.
        #expect(try await payments.cancelCharge(charge, by: scene.simulation.merchant).body == answer.body)
        #expect(count(.cancelPayment, scene) == 1)
        try await pass(to: 3, scene)
        #expect(scene.bank.movements.count == 2)
        #expect(try await scene.intent.status == .succeeded)
    }

    @Test func theOthersAreCancelledRightAfterOne() async throws {
        let scene = try await scene()
        try await scene.pay()
        let charge = try #require(try await scene.intent.schedule?.charges[0].id)
        _ = try await scene.simulation.payments.cancelCharge(charge, by: scene.simulation.merchant)
        #expect(try await cancel(scene).status == 200)
        #expect(try await scene.intent.status == .canceled)
        #expect(count(.cancelPayment, scene) == 1 && count(.cancelPayments, scene) == 1)
    }

    @Test func nothingIsAskedOfTheBankWhenTheDayHasBegun() async throws {
        let scene = try await scene(.single(Self.day(1)))
        try await scene.pay()
        scene.simulation.clock.advance(to: Timestamp(startOf: Self.day(1)).adding(seconds: 2 * 3_600))
        // 23:00 in Brasília: all together no more, one alone until midnight.
        await #expect(throws: APIFailure.self) { try await cancel(scene) }
        #expect(count(.cancelPayments, scene) == 0)
        let charge = try #require(try await scene.intent.schedule?.charges[0].id)
        scene.simulation.clock.advance(to: Timestamp(startOf: Self.day(1)).adding(seconds: 3 * 3_600))
        await #expect(throws: APIFailure.self) {
            try await scene.simulation.payments.cancelCharge(charge, by: scene.simulation.merchant)
        }
        #expect(count(.cancelPayment, scene) == 0)
    }

    @Test func theBanksRefusalToCancelIsAConflictAndChangesNothing() async throws {
        let scene = try await scene()
        try await scene.pay()
        scene.bank.script { call, _ in
            call.operation == .cancelPayments
                ? .refused(status: 422, code: "PAGAMENTO_NAO_PERMITE_CANCELAMENTO") : nil
        }
        await #expect(throws: APIFailure.self) { try await cancel(scene) }
        #expect(try await scene.intent.status == .scheduled)
        scene.bank.script { _, _ in nil }
        #expect(try await cancel(scene).status == 200)
        #expect(try await scene.intent.status == .canceled)
        // Each cancellation has a key of its own.
        let keys = scene.bank.calls.filter { $0.operation == .cancelPayments }.map(\.idempotencyKey)
        #expect(Set(keys).count == 2 && keys.allSatisfy { ($0?.utf8.count ?? 99) <= 40 })
    }

    /// A cancellation whose answer alone was lost shows in the bank's list: it is not asked for again.
    @Test(arguments: [(ScriptedFault.callLost, 2), (.answerLost, 1)])
    func aLostCancellationIsAskedAgainUnderItsKey(_ fault: ScriptedFault, _ calls: Int) async throws {
        let scene = try await scene()
        try await scene.pay()
        scene.bank.script { call, earlier in call.operation == .cancelPayments && earlier == 0 ? fault : nil }
        #expect(try await cancel(scene).status == 200)
        let keys = scene.bank.calls.filter { $0.operation == .cancelPayments }.map(\.idempotencyKey)
        #expect(keys.count == calls && Set(keys).count == 1)
        #expect(try await scene.intent.status == .canceled)
    }

    @Test func daysThatComeWhileACancellationIsUnknownAreSeen() async throws {
        let scene = try await scene()
        try await scene.pay()
        scene.bank.script { call, _ in call.operation == .cancelPayments ? .callLost : nil }
        await #expect(throws: APIFailure.self) { try await cancel(scene) }
        try await pass(to: 1, scene)
        #expect(try await charges(scene) == [.succeeded, .pending, .pending])
        try await pass(to: 3, scene)
        let intent = try await scene.intent
        #expect(intent.status == .succeeded && intent.schedule?.cancellation == nil)
        #expect(scene.bank.movements.count == 3)
    }

    @Test func aRefusalAfterACancellationThatWorkedIsNone() async throws {
        let scene = try await scene()
        try await scene.pay()
        scene.bank.script { call, earlier in
            guard call.operation == .cancelPayments else { return nil }
            return earlier == 0 ? .answerLost : .refused(status: 422, code: "PAGAMENTO_NAO_PERMITE_CANCELAMENTO")
        }
        #expect(try await cancel(scene).status == 200)
        #expect(try await scene.intent.status == .canceled)
    }

    @Test func onePaymentThatCannotBeReadHidesNoOther() async throws {
        let scene = try await scene()
        try await scene.pay()
        let first = try #require(try await scene.intent.schedule?.charges[0].bankPaymentID)
        scene.bank.script { call, _ in call.operation == .readPayment && call.subject == first ? .garbage : nil }
        try await pass(to: 3, scene)
        #expect(try await charges(scene) == [.pending, .succeeded, .succeeded])
        #expect(try await scene.intent.status == .scheduled)
        scene.bank.script { _, _ in nil }
        try await scene.simulation.pass(seconds: 20 * 60)
        #expect(try await scene.intent.status == .succeeded)
    }

    @Test func whatTheBankCancelsByItselfIsHeard() async throws {
        let scene = try await scene()
        try await scene.pay()
        let payment = try #require(try await scene.intent.schedule?.charges[2].bankPaymentID)
        scene.bank.cancel(payment: payment)
        try await scene.simulation.payments.notified(ScriptedBank.institution, .payment, id: payment)
        try await scene.simulation.work()
        #expect(try await charges(scene) == [.pending, .pending, .failed])
    }

    // MARK: What a request may ask

    @Test(arguments: [
        PaymentSchedule.Rule.single(day(0)), .single(day(-1)), .single(day(731)),
        .daily(start: day(0), quantity: 2), .monthly(dayOfMonth: 1, start: day(20), quantity: 24),
        .custom([day(3), day(0)]),
    ])
    func daysThatHaveComeOrAreTooFarAreRefused(_ rule: PaymentSchedule.Rule) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        do {
            _ = try await simulation.createIntent(enrollment, device, schedule: PaymentSchedule(rule))
            Issue.record("\(rule) was taken")
        } catch let error as APIFailure {
            #expect(error.status == 400)
            #expect(error.items.first?.field?.hasPrefix("schedule.") ?? false)
        }
        #expect(simulation.bank.calls.allSatisfy { $0.operation != .createConsent })
    }

    @Test func anErasureCancelsWhatAnEarlierCancellationLeft() async throws {
        let scene = try await scene(.daily(start: Self.day(2), quantity: 3))
        try await scene.pay()
        let intent = try await scene.intent
        let charge = try #require(intent.schedule?.charges[2].id)
        _ = try await scene.simulation.payments.cancelCharge(charge, by: scene.simulation.merchant)
        scene.simulation.clock.advance(seconds: 2 * 3_600)
        _ = try await scene.simulation.payments.anonymizeCustomer(
            intent.customer,
            by: scene.simulation.merchant,
            idempotency: nil
        )
        try await scene.simulation.pass(seconds: 600)
        #expect(try await scene.intent.status == .canceled)
        #expect(scene.bank.movements == [])
    }

    @Test func anErasureCancelsWhatIsLeft() async throws {
        let scene = try await scene()
        try await scene.pay()
        let intent = try await scene.intent
        _ = try await scene.simulation.payments.anonymizeCustomer(
            intent.customer,
            by: scene.simulation.merchant,
            idempotency: nil
        )
        try await scene.simulation.pass(seconds: 600)
        #expect(try await scene.intent.status == .canceled)
        #expect(try await scene.intent.schedule?.plan?.additionalInformation == nil)
    }
}
