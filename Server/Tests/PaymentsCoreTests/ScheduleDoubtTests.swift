import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// Payments on later days at a bank that tells too little, or about which two people decide at once.
@Suite struct ScheduleDoubtTests {
    private static func day(_ number: Int64) -> CalendarDate { CalendarDate(daysSince1970: 20_833 + number) }

    private func scene(days: Int = 3) async throws -> PaymentScene {
        let rule = days == 1 ? PaymentSchedule.Rule.single(Self.day(1)) : .daily(start: Self.day(1), quantity: days)
        return try await PaymentScene(schedule: PaymentSchedule(rule))
    }

    private func pass(to day: Int64, _ scene: PaymentScene) async throws {
        scene.simulation.clock.advance(to: Timestamp(startOf: Self.day(day)).adding(seconds: 16 * 3_600))
        try await scene.simulation.pass(seconds: 120)
    }

    private func count(_ operation: InstitutionOperation, _ scene: PaymentScene) -> Int {
        scene.bank.calls.count { $0.operation == operation }
    }

    // MARK: A list with a part of the payments

    /// Plays a lost answer to the payments, then lists that lack the last of them.
    private func sceneWithShortLists() async throws -> PaymentScene {
        let scene = try await scene()
        scene.bank.script { call, earlier in
            switch call.operation {
            case .createPayment: earlier == 0 ? .answerLost : nil
            case .listPayments: .shortList
            default: nil
            }
        }
        try await scene.pay()
        return scene
    }

    @Test func aPartOfThePaymentsIsDoubtedForAnHourAndThenCounts() async throws {
        let scene = try await sceneWithShortLists()
        try await scene.simulation.pass(seconds: 50 * 60)
        #expect(try await scene.intent.status == .processing)
        #expect(scene.isContradictionTold)
        try await scene.simulation.pass(seconds: 20 * 60)
        #expect(try await scene.intent.status == .scheduled)
        #expect(count(.createPayment, scene) == 1)
        let charges = try #require(try await scene.intent.schedule).charges
        #expect(charges.map { $0.bankPaymentID == nil } == [false, false, true])
        try await pass(to: 2, scene)
        #expect(try await scene.intent.schedule?.charges.map(\.status) == [.succeeded, .succeeded, .pending])
        #expect(scene.bank.movements.count == 2)
    }

    @Test func aPaymentThatIsListedLaterIsFollowedFromThen() async throws {
        let scene = try await sceneWithShortLists()
        try await scene.simulation.pass(seconds: 70 * 60)
        scene.bank.script { _, _ in nil }
        try await pass(to: 1, scene)
        #expect(try await scene.intent.schedule?.charges.allSatisfy { $0.bankPaymentID != nil } == true)
        try await pass(to: 3, scene)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.bank.movements.count == 3)
    }

    @Test func aChargeThatTheBankDoesNotListIsNotCancelledAlone() async throws {
        let scene = try await sceneWithShortLists()
        try await scene.simulation.pass(seconds: 70 * 60)
        let charge = try #require(try await scene.intent.schedule?.charges.last?.id)
        let (payments, merchant) = (try scene.simulation.payments, scene.simulation.merchant)
        let refusal = await apiFailure { try await payments.cancelCharge(charge, by: merchant) }
        #expect(refusal?.status == 409)
        #expect(count(.cancelPayment, scene) == 0)
    }

    @Test func aChargeWithoutAnEndIsLookedAtOnceADayFromItsSecondWeekOn() async throws {
        let scene = try await sceneWithShortLists()
        try await scene.simulation.pass(seconds: 70 * 60)
        try await pass(to: 12, scene)
        let before = count(.listPayments, scene)
        try await scene.simulation.pass(seconds: 3 * 86_400)
        #expect((1...4).contains(count(.listPayments, scene) - before))
        #expect(try await scene.intent.status == .scheduled)
        #expect(scene.isUnsettledTold)
    }

    // MARK: A list that is gone

    @Test func daysAreReadOneByOneWhereTheListIsGone() async throws {
        let scene = try await scene()
        try await scene.pay()
        scene.bank.script { call, _ in call.operation == .listPayments ? .callLost : nil }
        for day in 1...3 {
            let before = count(.readPayment, scene)
            try await pass(to: Int64(day), scene)
            #expect(scene.bank.movements.count == day)
            #expect(try await scene.intent.schedule?.charges.count { $0.status == .succeeded } == day)
            // Days to come are not asked for.
            #expect(count(.readPayment, scene) - before == 1)
        }
        #expect(try await scene.intent.status == .succeeded)
    }

    @Test func aCancellationIsSeenWhereTheListIsGone() async throws {
        let scene = try await scene()
        try await scene.pay()
        scene.bank.script { call, _ in call.operation == .listPayments ? .callLost : nil }
        let answer = try await scene.simulation.payments.cancelPaymentIntent(scene.id, by: scene.device.caller)
        #expect(answer.status == 200)
        try await scene.simulation.pass(seconds: 180)
        #expect(try await scene.intent.status == .canceled)
        #expect(count(.cancelPayments, scene) == 1)
    }

    // MARK: Two decisions

    /// A refusal of one charge's cancellation says nothing about the cancellation of another.
    @Test func eachCancellationIsAnsweredByItsOwnOutcome() async throws {
        let scene = try await scene()
        try await scene.pay()
        let charges = try #require(try await scene.intent.schedule).charges
        let refused = try #require(charges[0].bankPaymentID)
        scene.bank.script { call, _ in
            call.operation == .cancelPayment && call.subject == refused
                ? .refused(status: 422, code: "PAGAMENTO_NAO_PERMITE_CANCELAMENTO") : nil
        }
        let (payments, merchant) = (try scene.simulation.payments, scene.simulation.merchant)
        #expect(await apiFailure { try await payments.cancelCharge(charges[0].id, by: merchant) }?.status == 409)
        #expect(try await payments.cancelCharge(charges[1].id, by: merchant).status == 200)
        let schedule = try #require(try await scene.intent.schedule)
        #expect(schedule.hasRefused(toCancel: charges[0].id))
        #expect(!schedule.hasRefused(toCancel: charges[1].id) && !schedule.hasRefused(toCancel: nil))
        scene.bank.script { _, _ in nil }
        #expect(try await payments.cancelCharge(charges[0].id, by: merchant).status == 200)
        #expect(try await scene.intent.schedule?.hasRefused(toCancel: charges[0].id) == false)
    }

    @Test func theOperatorCancelsWhatIsLeft() async throws {
        let scene = try await scene()
        try await scene.pay()
        try await pass(to: 1, scene)
        #expect(try await scene.intent.canBeCancelled(at: scene.simulation.clock.now))
        try await scene.simulation.payments.cancelAsOperator(scene.id)
        let intent = try await scene.intent
        #expect(intent.schedule?.charges.map(\.status) == [.succeeded, .failed, .failed])
        #expect(scene.bank.movements.count == 1)
        let entries = try await scene.simulation.store.auditEntries(of: .paymentIntent(scene.id))
        #expect(entries.contains { $0.actor == "operator" })
    }

    @Test func theOperatorHearsThatNothingCanBeCancelledAnyMore() async throws {
        let scene = try await scene(days: 1)
        try await scene.pay()
        scene.simulation.clock.advance(to: Timestamp(startOf: Self.day(1)).adding(seconds: 2 * 3_600))
        let payments = try scene.simulation.payments
        #expect(await apiFailure { try await payments.cancelAsOperator(scene.id) }?.status == 409)
        #expect(try await !scene.intent.canBeCancelled(at: scene.simulation.clock.now))
        #expect(count(.cancelPayments, scene) == 0)
    }
}
