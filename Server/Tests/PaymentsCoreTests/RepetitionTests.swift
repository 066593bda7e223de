import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import Testing

/// A create or authorize whose answer was lost, sent again in every way there is.
@Suite struct RepetitionTests {
    private struct Scene {
        let simulation: Simulation
        let device: SimulatedDevice
        let enrollment: EnrollmentID

        init() async throws {
            simulation = try await Simulation()
            device = SimulatedDevice(in: simulation)
            enrollment = try await simulation.enroll(device)
        }
    }

    // MARK: Authorize

    @Test func theSameAssertionIsAcceptedAgainUnderAnyKeyAndInAnyLaterState() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let id = try await simulation.createIntent(scene.enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        let first = try await simulation.authorize(id, assertion, device, key: "a")
        #expect(first.status == 204 && !first.isReplay)
        for _ in 0..<2 {
            let same = try await simulation.authorize(id, assertion, device, key: "a")
            #expect(same.status == 204 && same.isReplay)
            #expect(try await simulation.authorize(id, assertion, device, key: "b").status == 204)
            #expect(try await simulation.authorize(id, assertion, device).status == 204)
            try await simulation.pass(seconds: 60)
        }
        try await simulation.restart(afterSeconds: 1)
        #expect(try await simulation.authorize(id, assertion, device, key: "a").isReplay)
        #expect(try await simulation.authorize(id, assertion, device).status == 204)
        try await expectOnePayment(simulation, id)
    }

    @Test func anotherAssertionIsAConflictInEveryLaterState() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let id = try await simulation.createIntent(scene.enrollment, device)
        let first = try await simulation.assertion(for: id, device)
        let second = try await simulation.assertion(for: id, device)
        try await simulation.authorize(id, first, device)
        #expect(await apiFailure { try await simulation.authorize(id, second, device) }?.status == 409)
        try await simulation.pass(seconds: 60)
        #expect(await apiFailure { try await simulation.authorize(id, second, device) }?.status == 409)
        try await expectOnePayment(simulation, id)
    }

    @Test func aKeyUsedForAnotherAuthorizeIsRefusedAndTheFirstResultStands() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let id = try await simulation.createIntent(scene.enrollment, device)
        let first = try await simulation.assertion(for: id, device)
        let second = try await simulation.assertion(for: id, device)
        try await simulation.authorize(id, first, device, key: "a")
        let failure = await apiFailure { try await simulation.authorize(id, second, device, key: "a") }
        #expect(failure?.status == 422)
        #expect(failure?.items.first?.code == .idempotencyConflict)
        #expect(try await simulation.authorize(id, first, device, key: "a").isReplay)
        try await simulation.pass(seconds: 60)
        try await expectOnePayment(simulation, id)
    }

    @Test(arguments: [nil, "uma", "cada"] as [String?])
    func aHundredAuthorizationsAtOncePayOnce(_ key: String?) async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let id = try await simulation.createIntent(scene.enrollment, device)
        let assertion = try await simulation.assertion(for: id, device)
        let statuses = await atOnce(100) { number in
            try await simulation.authorize(id, assertion, device, key: key == "cada" ? "k\(number)" : key).status
        }
        #expect(Set(statuses).isSubset(of: [204, 409]))
        #expect(statuses.contains(204))
        #expect(try await simulation.authorize(id, assertion, device).status == 204)
        try await simulation.pass(seconds: 60)
        try await expectOnePayment(simulation, id)
    }

    @Test func anAnswerThatIsTheSameUnderEveryKeyIsKeptUnderEachOfThem() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let id = try await simulation.createIntent(scene.enrollment, device)
        let first = try await simulation.assertion(for: id, device)
        let second = try await simulation.assertion(for: id, device)
        try await simulation.authorize(id, first, device)
        #expect(try await simulation.authorize(id, first, device, key: "b").status == 204)
        #expect(try await simulation.authorize(id, first, device, key: "b").isReplay)
        let failure = await apiFailure { try await simulation.authorize(id, second, device, key: "b") }
        #expect(failure?.status == 422)
    }

    // MARK: Create

    @Test func aCreateIsAnsweredAgainAfterItsInstitutionHasLeftTheDirectory() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device, key: "a")
        try await simulation.restart(afterSeconds: 1) { $0.directory = [] }
        #expect(try await simulation.createEnrollment(device, key: "a") == id)
        #expect(await apiFailure { try await simulation.createEnrollment(device, key: "b") }?.status == 400)
    }

    @Test func anEqualPurchaseIsNamedOnlyToWhomItExistsFor() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        simulation.bank.setSettlement(.never)
        let request = try await simulation.intentRequest(scene.enrollment)
        let shop = Caller.merchant(organisation: simulation.organisation, apiKey: Simulation.apiKey)
        _ = try await simulation.payments.createPaymentIntent(request, by: shop, idempotency: nil)
        let hers = try #require(try await simulation.store.openPaymentIntents(of: scene.enrollment).first)
        let shown = try await simulation.payments.paymentIntent(hers.id, for: shop)
        let options = try #require(shown.paymentMethodInformation?.fidoOptions)
        let assertion = try await device.assertion(for: options.json)
        _ = try await simulation.payments.authorizePaymentIntent(
            hers.id,
            AuthorizePaymentIntentRequest(platform: .ios, riskSignals: try device.signals(), assertion: assertion),
            by: shop,
            idempotency: nil
        )
        try await simulation.work()
        let toTheDevice = await apiFailure { try await simulation.createIntent(scene.enrollment, device) }
        #expect(toTheDevice?.status == 409)
        #expect(toTheDevice?.items.first?.message.contains(hers.id.text) == false)
        let toTheShop = await apiFailure {
            try await simulation.payments.createPaymentIntent(request, by: shop, idempotency: nil)
        }
        #expect(toTheShop?.items.first?.message.contains(hers.id.text) == true)
    }

    @Test func aKeyWhoseOwnerDiedIsGoneOnWith() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        try simulation.life.end(atCommit: 2, .afterStoring)
        _ = await apiFailure { try await simulation.createIntent(scene.enrollment, device, key: "a") }
        #expect(try simulation.life.isDead)
        let made = try #require(try await simulation.store.openPaymentIntents(of: scene.enrollment).first)
        try await simulation.restart(afterSeconds: 1)
        #expect(try await simulation.createIntent(scene.enrollment, device, key: "a") == made.id)
    }

    @Test func aKeyIsForgottenAfterSevenDaysAndNotBefore() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let first = try await simulation.createIntent(scene.enrollment, device, key: "a")
        let week = Payments.keysKeptForSeconds
        simulation.clock.advance(seconds: week - 1)
        _ = try await simulation.store.pruneIdempotency(
            before: simulation.clock.now.adding(seconds: -week),
            limit: 10
        )
        #expect(try await simulation.createIntent(scene.enrollment, device, key: "a") == first)
        simulation.clock.advance(seconds: 2)
        _ = try await simulation.store.pruneIdempotency(
            before: simulation.clock.now.adding(seconds: -week),
            limit: 10
        )
        #expect(try await simulation.createIntent(scene.enrollment, device, key: "a") != first)
    }

    @Test func anOrderWhoseKeyIsForgottenIsNotPaidTwice() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let id = try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1", key: "a")
        try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        try await simulation.pass(seconds: 60)
        simulation.clock.advance(seconds: 8 * 24 * 60 * 60)
        let before = simulation.clock.now.adding(seconds: -Payments.keysKeptForSeconds)
        #expect(try await simulation.store.pruneIdempotency(before: before, limit: 10) == 1)
        let failure = await apiFailure {
            try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1", key: "a")
        }
        #expect(failure?.status == 409)
        #expect(failure?.items.first?.field == "external_id")
        try await expectOnePayment(simulation, id)
    }

    @Test func aCreateIsAnsweredAgainByteForByte() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let request = try await simulation.intentRequest(scene.enrollment)
        let key = device.key("a", "/payment-intents/", body: "corpo")
        let payments = try simulation.payments
        let first = try await payments.createPaymentIntent(request, by: device.caller, idempotency: key)
        let second = try await payments.createPaymentIntent(request, by: device.caller, idempotency: key)
        #expect(first.status == 201 && !first.isReplay)
        #expect(second.status == 201 && second.isReplay && second.body == first.body)
        try await simulation.pass(seconds: 60 * 60)
        try await simulation.restart(afterSeconds: 1)
        let third = try await simulation.payments
            .createPaymentIntent(request, by: device.caller, idempotency: key)
        #expect(third.isReplay && third.body == first.body)
        let other = device.key("a", "/payment-intents/", body: "outro corpo")
        let failure = await apiFailure {
            try await simulation.payments.createPaymentIntent(request, by: device.caller, idempotency: other)
        }
        #expect(failure?.status == 422)
    }

    @Test func aHundredCreatesUnderOneKeyMakeOneIntent() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let statuses = await atOnce(100) { _ in
            _ = try await simulation.createIntent(scene.enrollment, device, key: "a")
            return 201
        }
        #expect(Set(statuses).isSubset(of: [201, 409]) && statuses.contains(201))
        let first = try await simulation.createIntent(scene.enrollment, device, key: "a")
        #expect(try await simulation.createIntent(scene.enrollment, device, key: "a") == first)
        #expect(try await simulation.store.openPaymentIntents(of: scene.enrollment).map(\.id) == [first])
    }

    @Test func aHundredCreatesForOneOrderMakeOneIntent() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let statuses = await atOnce(100) { number in
            let key = number % 2 == 0 ? "k\(number)" : nil
            _ = try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1", key: key)
            return 201
        }
        #expect(statuses.count { $0 == 201 } == 1 && statuses.count { $0 == 409 } == 99)
        #expect(try await simulation.store.openPaymentIntents(of: scene.enrollment).count == 1)
    }

    @Test func aCreateThatTheBankDidNotAnswerGoesOnUnderItsKey() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        simulation.bank.setSilent(true)
        let failure = await apiFailure { try await simulation.createIntent(scene.enrollment, device, key: "a") }
        #expect(failure?.status == 503)
        simulation.bank.setSilent(false)
        try await simulation.pass(seconds: 20)
        let id = try await simulation.createIntent(scene.enrollment, device, key: "a")
        #expect(try await simulation.store.openPaymentIntents(of: scene.enrollment).map(\.id) == [id])
        let consents = simulation.bank.calls.filter { $0.operation == .createConsent }
        #expect(consents.count > 1 && Set(consents.map(\.idempotencyKey)).count == 1)
    }

    @Test func aRequestThatWaitsForTheNextTryOfACallDoesNotSpin() async throws {
        let scene = try await Scene()
        scene.simulation.bank.setSilent(true)
        let before = try scene.simulation.life.reads
        _ = await apiFailure { try await scene.simulation.createIntent(scene.enrollment, scene.device) }
        // 12 s in steps of 500 ms, each with a look of the request and a run of the work.
        #expect(try scene.simulation.life.reads - before < 150)
    }

    @Test func anOrderIsFreeAgainOnceItsIntentHasFailedOrWasCancelled() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let first = try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1")
        let failure = await apiFailure {
            try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1")
        }
        #expect(failure?.status == 409)
        #expect(failure?.items.first?.message.contains(first.text) == true)
        _ = try await simulation.payments.cancelPaymentIntent(first, by: device.caller)
        let second = try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1")
        try await simulation.pass(seconds: 10 * 60)
        #expect(try await simulation.intent(second).status == .failed)
        let third = try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1")
        try await simulation.authorize(third, simulation.assertion(for: third, device), device)
        try await simulation.pass(seconds: 60)
        try await expectOnePayment(simulation, third)
        let paid = await apiFailure {
            try await simulation.createIntent(scene.enrollment, device, externalID: "pedido-1")
        }
        #expect(paid?.status == 409)
    }

    @Test func anEqualPurchaseWithoutAnOrderIsRefusedWhileTheFirstIsProcessing() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        simulation.bank.setSettlement(.after(seconds: 600))
        let first = try await simulation.createIntent(scene.enrollment, device)
        try await simulation.authorize(first, simulation.assertion(for: first, device), device)
        let failure = await apiFailure { try await simulation.createIntent(scene.enrollment, device) }
        #expect(failure?.status == 409)
        _ = try await simulation.createIntent(scene.enrollment, device, amount: 99)
        try await simulation.pass(seconds: 700)
        _ = try await simulation.createIntent(scene.enrollment, device)
        try await expectOnePayment(simulation, first)
    }

    @Test func aHundredEnrollmentsUnderOneKeyAreOneAtTheBank() async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let statuses = await atOnce(100) { _ in
            _ = try await simulation.createEnrollment(device, key: "a")
            return 201
        }
        #expect(Set(statuses).isSubset(of: [201, 409]) && statuses.contains(201))
        let created = simulation.bank.calls.filter { $0.operation == .createEnrollment }
        #expect(Set(created.map(\.idempotencyKey)).count == 1)
        #expect(simulation.witness.complaints == [])
    }

    @Test func aDeviceKeyIsNotTheKeyOfAnotherDevice() async throws {
        let scene = try await Scene()
        let (simulation, device) = (scene.simulation, scene.device)
        let other = SimulatedDevice("outro celular", in: simulation)
        let id = try await simulation.createIntent(scene.enrollment, device, key: "a")
        let failure = await apiFailure { try await simulation.createIntent(scene.enrollment, other, key: "a") }
        #expect(failure?.status == 404)
        #expect(try await simulation.store.openPaymentIntents(of: scene.enrollment).map(\.id) == [id])
    }

    // MARK: What is looked at

    private func expectOnePayment(_ simulation: Simulation, _ id: PaymentIntentID) async throws {
        let intent = try await simulation.intent(id)
        #expect(intent.status == .succeeded)
        #expect(simulation.bank.movements.map(\.endToEndID) == [intent.endToEndID.text])
        #expect(simulation.witness.complaints == [])
    }

    /// Statuses of as many requests, all under way at once.
    private func atOnce(_ count: Int, _ request: @escaping @Sendable (Int) async throws -> Int) async -> [Int] {
        await withTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                group.addTask {
                    do {
                        return try await request(number)
                    } catch {
                        return (error as? APIFailure)?.status ?? 0
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
