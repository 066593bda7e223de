import ChaveBase
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// Payments on later days, at the test server: its bank waits for the days, and a test lets them come.
struct ScheduleTests {
    /// The first day after the test's today, by the clock of a new server.
    private static func day(_ shop: Shop, after days: Int64 = 1) -> CalendarDate {
        let today = Timestamp(microseconds: shop.server.clock.now).adding(seconds: -3 * 3_600).date
        return CalendarDate(daysSince1970: today.daysSince1970 + days)
    }

    private func approved(
        _ shop: Shop,
        _ rule: PaymentSchedule.Rule
    ) async throws -> (client: PixClient, intent: PaymentIntentResource) {
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        var order = try shop.order(enrollment)
        order.schedule = PaymentSchedule(rule)
        var finished: PaymentIntentResource?
        for try await step in client.pay(NewPayment(intent: order, accountTenure: Shop.tenure)) {
            if case .finished(let intent) = step { finished = intent }
        }
        return (client, try #require(finished))
    }

    @Test func oneSignatureSchedulesAChargeForEachDay() async throws {
        let shop = Shop()
        let first = ScheduleTests.day(shop)
        let (client, intent) = try await approved(shop, .daily(start: first, quantity: 3))
        #expect(intent.status == .scheduled && intent.failureCode == nil)
        #expect(intent.schedule?.days == intent.charges.compactMap(\.scheduledFor))
        #expect(intent.charges.map(\.status) == [.pending, .pending, .pending])
        #expect(Set(intent.charges.compactMap(\.endToEndID)).count == 3)
        #expect(intent.charges.first?.endToEndID?.text.contains(first.iso.filter { $0 != "-" } + "1500") == true)
        #expect(try await client.paymentIntent(intent.id) == intent)
        #expect(shop.server.count(of: .authorizePaymentIntent) == 1)
    }

    @Test func theClockBringsTheDaysAndTheBankDecidesOnEach() async throws {
        let shop = Shop()
        let (client, intent) = try await approved(shop, .daily(start: ScheduleTests.day(shop), quantity: 2))
        shop.server.setBank { $0.settlement = .fails(.insufficientFunds) }
        shop.server.clock.advance(milliseconds: 2 * 86_400_000)
        let first = try await client.paymentIntent(intent.id)
        #expect(first.status == .scheduled)
        #expect(first.charges.map(\.failureCode) == [.insufficientFunds, nil])
        shop.server.setBank { $0.settlement = .settles }
        shop.server.clock.advance(milliseconds: 86_400_000)
        let end = try await shop.client().paymentIntent(intent.id)
        #expect(end.status == .succeeded && end.charges.map(\.status) == [.failed, .succeeded])
    }

    @Test func aTestLetsADayComeByItself() async throws {
        let shop = Shop()
        shop.server.setBank { $0.settlement = .neverAnswers }
        let (client, intent) = try await approved(shop, .single(ScheduleTests.day(shop)))
        let charge = try #require(intent.charges.first).id
        #expect(intent.status == .processing)
        #expect(throws: PixTestMisuse.self) { try shop.server.settleCharge(charge, .settles) }
        try shop.server.settle(intent.id, .settles)
        #expect(try await client.paymentIntent(intent.id).status == .scheduled)
        try shop.server.settleCharge(charge, .fails(.riskRefused))
        let end = try await client.paymentIntent(intent.id)
        #expect(end.status == .failed && end.failureCode == .riskRefused)
        #expect(throws: PixTestMisuse.self) { try shop.server.settleCharge(charge, .settles) }
    }

    @Test func aCancellationEndsTheChargesThatAreFarEnough() async throws {
        let shop = Shop()
        let (client, intent) = try await approved(shop, .daily(start: ScheduleTests.day(shop), quantity: 3))
        try shop.server.settleCharge(try #require(intent.charges.first).id, .settles)
        let end = try await client.cancelPaymentIntent(intent.id)
        #expect(end.status == .succeeded)
        #expect(end.charges.map(\.failureCode) == [nil, .canceled, .canceled])
        #expect(await pixError { _ = try await client.cancelPaymentIntent(intent.id) }?.code == .conflict)
    }

    @Test func aCancellationOfEverythingCancelsThePayment() async throws {
        let shop = Shop()
        let (client, intent) = try await approved(shop, .single(ScheduleTests.day(shop, after: 30)))
        let end = try await client.cancelPaymentIntent(intent.id)
        #expect(end.status == .canceled && end.failureCode == .canceled)
        #expect(try await client.cancelPaymentIntent(intent.id).status == .canceled)
    }

    @Test func aChargeOfTomorrowIsNotCancelledAfterTenInTheEvening() async throws {
        let shop = Shop()
        let day = ScheduleTests.day(shop)
        let (client, intent) = try await approved(shop, .single(day))
        // 22:00 of the day before in Brasília is 01:00 UTC of the day.
        let limit = Timestamp(startOf: day).adding(seconds: 3_600)
        let left = limit.microseconds(since: Timestamp(microseconds: shop.server.clock.now)) / 1_000
        shop.server.clock.advance(milliseconds: left)
        #expect(await pixError { _ = try await client.cancelPaymentIntent(intent.id) }?.code == .conflict)
        #expect(try await client.paymentIntent(intent.id).status == .scheduled)
    }

    @Test(arguments: [Int64(0), -1, 731])
    func daysBeforeTomorrowOrBeyondTwoYearsAreRefused(_ days: Int64) async throws {
        let shop = Shop()
        let client = shop.client()
        var order = try shop.order(try await shop.enrolled(client))
        order.schedule = PaymentSchedule(.single(ScheduleTests.day(shop, after: days)))
        let refused = order
        let error = await pixError { _ = try await client.createPaymentIntent(refused) }
        #expect(error?.code == .invalidParameters && error?.items.map(\.field) == ["schedule.single.date"])
    }
}
