import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Testing

@testable import PaymentsCore

/// A sandbox's clock of deadlines is put forward, and no time passes (docs/decisions/0018).
///
/// What each state does at its limit stands in `TimeLimitTests`; here is which clock that limit goes by.
@Suite(.timeLimit(.minutes(15)))
struct PutForwardTests {
    private static let fiveMinutes: Int64 = 5 * 60
    private static let fifteenMinutes: Int64 = 15 * 60
    private static let tenHours: Int64 = 10 * 60 * 60

    /// Where an object stands when the clock jumps.
    enum Place: CaseIterable, Sendable {
        case awaitingHolder, awaitingCredential, usable
    }

    private static func enrollment(at place: Place) async throws -> (Simulation, SimulatedDevice, EnrollmentID) {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        if place == .usable { return (simulation, device, try await simulation.enroll(device)) }
        let id = try await simulation.createEnrollment(device)
        if place == .awaitingCredential { try await simulation.complete(simulation.approval(of: id), device) }
        return (simulation, device, id)
    }

    @Test(arguments: Place.allCases, [0, fiveMinutes, fifteenMinutes])
    func anEnrollmentEndsOnBothSidesAsAfterSoMuchTime(_ place: Place, _ jump: Int64) async throws {
        let (simulation, _, id) = try await Self.enrollment(at: place)
        let began = simulation.clock.now
        simulation.clock.jump(seconds: jump)
        try await simulation.work()
        let ours = try await simulation.enrollment(id)
        let theirs = simulation.bank.enrollmentStatus(ours.bank?.enrollmentID ?? "")
        switch (place, jump) {
        case (.usable, _):
            #expect(ours.status == .succeeded && theirs == .authorised)
        case (_, 0), (.awaitingHolder, Self.fiveMinutes):
            #expect(ours.status == .pending && theirs != .rejected)
        case (.awaitingHolder, _), (.awaitingCredential, _):
            #expect(ours.status == .failed && ours.end?.reason == .expired && theirs == .rejected)
            #expect(ours.updatedAt == began, "what is said is the real time")
        }
        #expect(simulation.clock.now == began)
        #expect(simulation.witness.complaints == [])
    }

    /// What is written after a jump lies as far ahead as the clock that it is compared with.
    @Test(arguments: [1, 2, 7] as [Int64])
    func afterAJumpThereIsAsMuchTimeAsBefore(_ jumps: Int64) async throws {
        let simulation = try await Simulation()
        simulation.clock.jump(seconds: jumps * Self.fifteenMinutes)
        let device = SimulatedDevice(in: simulation)
        let slow = try await simulation.createEnrollment(device)
        try await simulation.pass(seconds: 14 * 60)
        #expect(try await simulation.enrollment(slow).status == .pending)
        try await simulation.pass(seconds: 60)
        #expect(try await simulation.enrollment(slow).end?.reason == .expired)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        try await simulation.pass(seconds: 4 * 60)
        try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        try await simulation.pass(seconds: 10)
        #expect(try await simulation.intent(id).status == .succeeded)
        #expect(simulation.witness.complaints == [])
    }

    /// One faulty step of each kind: the state that it leaves the enrollment in waits for its next try.
    @Test(arguments: [
        InstitutionOperation.createEnrollment, .sendRiskSignals, .pushAuthorization, .readEnrollment,
        .registrationOptions, .register,
    ])
    func aStepThatIsUnderWayEndsAsAfterSoMuchTime(_ operation: InstitutionOperation) async throws {
        for jump in [0, Self.fiveMinutes, Self.fifteenMinutes] {
            let simulation = try await Simulation()
            let device = SimulatedDevice(in: simulation)
            let isOfRegistration = operation == .register
            let clock = simulation.clock
            let began = clock.now
            simulation.bank.script { call, _ in
                call.operation == operation && clock.now < began.adding(seconds: 30) ? .callLost : nil
            }
            let request = try simulation.enrollmentRequest(device)
            // The request itself waits for the redirect and gives up after twelve seconds.
            _ = try? await simulation.payments.createEnrollment(request, by: device.caller, idempotency: nil)
            let page = try await simulation.payments.enrollments(EnrollmentQuery(), for: device.caller)
            let id = try #require(page.items.first).id
            if [.readEnrollment, .registrationOptions].contains(operation) || isOfRegistration {
                try await simulation.complete(simulation.approval(of: id), device)
            }
            if isOfRegistration {
                try await simulation.confirm(id, simulation.registrationCredential(id, device), device)
            }
            let before = try await simulation.enrollment(id)
            #expect(before.status == .pending, "\(operation)")
            simulation.clock.jump(seconds: jump)
            try await simulation.work()
            let after = try await simulation.enrollment(id)
            let isPutOff = jump == 0 || (operation == .pushAuthorization && jump == Self.fiveMinutes)
            if isPutOff {
                try await simulation.pass(seconds: 60)
                #expect(try await simulation.enrollment(id).end == nil, "\(operation) \(jump)")
            } else {
                // Where the bank is silent it is withdrawn first; nothing but the bank's own word comes in between.
                #expect(after.isWithdrawing || after.status == .failed, "\(operation) \(jump)")
                try await simulation.pass(seconds: 120)
                let ended = try await simulation.enrollment(id)
                #expect(ended.status == .failed, "\(operation) \(jump)")
                let theirs = ended.bank.flatMap { simulation.bank.enrollmentStatus($0.enrollmentID) }
                #expect(theirs == nil || theirs == .rejected, "\(operation) \(jump)")
            }
            #expect(simulation.witness.complaints == [])
        }
    }

    // MARK: Payments

    @Test(arguments: [0, fiveMinutes, fifteenMinutes])
    func anIntentThatWaitsForItsApprovalEndsOnBothSides(_ jump: Int64) async throws {
        let scene = try await PaymentScene()
        let began = scene.simulation.clock.now
        scene.simulation.clock.jump(seconds: jump)
        try await scene.simulation.work()
        let intent = try await scene.intent
        let consent = scene.bank.consentStatus(intent.consent?.id ?? "")
        if jump == 0 {
            #expect(intent.status == .pending && consent == .awaitingAuthorisation)
        } else {
            #expect(intent.end?.code == .consentExpired && consent == .rejected)
            #expect(intent.updatedAt == began)
        }
        #expect(scene.simulation.witness.complaints == [])
    }

    /// No consent and no challenge: given up after five minutes, by whichever clock's five.
    @Test(arguments: [InstitutionOperation.createConsent, .signOptions], [fiveMinutes, fifteenMinutes])
    func anIntentBeforeItsChallengeIsGivenUp(_ operation: InstitutionOperation, _ jump: Int64) async throws {
        let simulation = try await Simulation()
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.bank.script { call, _ in call.operation == operation ? .callLost : nil }
        _ = try? await simulation.createIntent(enrollment, device)
        let page = try await simulation.payments.paymentIntents(PaymentIntentQuery(), for: device.caller)
        let id = try #require(page.items.first).id
        #expect(try await simulation.intent(id).status == .pending)
        simulation.clock.jump(seconds: jump)
        try await simulation.work()
        let code = operation == .createConsent ? FailureCode.institutionUnavailable : .consentExpired
        #expect(try await simulation.intent(id).end?.code == code)
    }

    /// Approved, and not sent: no money can move for it.
    @Test(arguments: [fiveMinutes, fifteenMinutes])
    func anApprovalWhosePaymentHasNotLeftFails(_ jump: Int64) async throws {
        let scene = try await PaymentScene()
        scene.bank.script { call, _ in call.operation == .authoriseConsent ? .callLost : nil }
        try await scene.pay()
        #expect(try await scene.intent.status == .processing)
        scene.simulation.clock.jump(seconds: jump)
        try await scene.simulation.work()
        #expect(try await scene.intent.end?.code == .institutionUnavailable)
        try await scene.simulation.pass(seconds: 2 * 60 * 60)
        #expect(scene.bank.movements == [])
    }

    /// Sent and perhaps not heard of, or settling at the bank: a jump ends neither, nor says that they are late.
    @Test(arguments: [InstitutionOperation.createPayment, .readPayment], [1, 4, 200] as [Int64])
    func aPaymentThatMayHaveBeenSentGoesOn(_ operation: InstitutionOperation, _ jumps: Int64) async throws {
        let scene = try await PaymentScene()
        let simulation = scene.simulation
        scene.bank.setSettlement(.after(seconds: 30))
        let clock = simulation.clock
        let began = clock.now
        scene.bank.script { call, _ in
            call.operation == operation && clock.now < began.adding(seconds: 20) ? .answerLost : nil
        }
        try await scene.pay()
        #expect(try await scene.intent.status == .processing)
        for _ in 0..<jumps {
            simulation.clock.jump(seconds: Self.fifteenMinutes)
            try await simulation.work()
        }
        let intent = try await scene.intent
        #expect(intent.status == .processing)
        #expect(!scene.isUnsettledTold, "no real time has passed")
        try await simulation.pass(seconds: 120)
        #expect(try await scene.intent.status == .succeeded)
        #expect(simulation.movements(of: intent) == 1)
        #expect(simulation.witness.complaints == [])
    }

    /// A bank without a list is asked by the repeated payment alone, for 11 hours of real time.
    @Test func withoutAListAPaymentIsRepeatedAfterJumps() async throws {
        let scene = try await PaymentScene()
        let simulation = scene.simulation
        scene.bank.setListsPayments(false)
        let clock = simulation.clock
        let began = clock.now
        scene.bank.script { call, _ in
            call.operation == .createPayment && clock.now < began.adding(seconds: 20) ? .answerLost : nil
        }
        try await scene.pay()
        for _ in 0..<50 {
            simulation.clock.jump(seconds: Self.fifteenMinutes)
            try await simulation.work()
        }
        #expect(try await scene.intent.status == .processing)
        try await simulation.pass(seconds: 120)
        #expect(try await scene.intent.status == .succeeded)
        #expect(scene.bank.movements.count == 1)
    }

    /// A payment that never arrived ends by its consent's end at the bank, which a jump brings; nothing moved.
    @Test func aPaymentThatNeverArrivedEndsOnlyByItsConsent() async throws {
        let scene = try await PaymentScene()
        let simulation = scene.simulation
        let clock = simulation.clock
        let began = clock.now
        scene.bank.script { call, _ in
            call.operation == .createPayment && clock.now < began.adding(seconds: 20) ? .callLost : nil
        }
        try await scene.pay()
        simulation.clock.jump(seconds: 59 * 60)
        try await simulation.work()
        #expect(try await scene.intent.status == .processing)
        simulation.clock.jump(seconds: 60)
        try await simulation.pass(seconds: 120)
        #expect(try await scene.intent.end?.code == .chargeSettlementTimeout)
        #expect(scene.bank.movements == [])
        #expect(simulation.witness.complaints == [])
    }

    // MARK: Requests and what is said

    @Test(arguments: [fiveMinutes, fifteenMinutes])
    func aRequestAfterAJumpIsTooLateEvenBeforeTheSweep(_ jump: Int64) async throws {
        let scene = try await PaymentScene()
        let assertion = try await scene.simulation.assertion(for: scene.id, scene.device)
        scene.simulation.clock.jump(seconds: jump)
        let failure = await apiFailure {
            try await scene.simulation.authorize(scene.id, assertion, scene.device)
        }
        #expect(failure?.status == 409)
        let (simulation, device, id) = try await Self.enrollment(at: .awaitingCredential)
        let credential = try await simulation.registrationCredential(id, device)
        simulation.clock.jump(seconds: jump)
        let options = await apiFailure { try await simulation.payments.registrationOptions(of: id, for: device.caller) }
        #expect(options?.items.first?.code == .notReady)
        let confirmation = await apiFailure { try await simulation.confirm(id, credential, device) }
        #expect(confirmation?.status == 409)
        let (other, phone, waiting) = try await Self.enrollment(at: .awaitingHolder)
        let callback = try await other.approval(of: waiting)
        other.clock.jump(seconds: Self.fifteenMinutes)
        #expect(await apiFailure { try await other.complete(callback, phone) }?.status == 409)
    }

    /// Also where the clock jumps between a first try whose answer was lost and the next one.
    @Test(arguments: [0, 60] as [Int64])
    func theHoldersTimeIsCountedFromTheFirstTryByTheClockOfDeadlines(_ jump: Int64) async throws {
        let simulation = try await Simulation()
        simulation.clock.jump(seconds: 40 * 60)
        let device = SimulatedDevice(in: simulation)
        simulation.bank.script { call, earlier in
            call.operation == .sendRiskSignals && earlier < 3 ? .answerLost : nil
        }
        let request = try simulation.enrollmentRequest(device)
        let creation = Task { [payments = try simulation.payments] in
            try await payments.createEnrollment(request, by: device.caller, idempotency: nil)
        }
        while simulation.bank.calls.allSatisfy({ $0.operation != .sendRiskSignals }) { await Task.yield() }
        simulation.clock.jump(seconds: jump)
        _ = try await creation.value
        let page = try await simulation.payments.enrollments(EnrollmentQuery(), for: device.caller)
        let id = try #require(page.items.first).id
        let ours = try await simulation.enrollment(id)
        guard case .awaitingHolder(_, let deadline) = ours.state else {
            Issue.record("no redirect URL")
            return
        }
        let theirs = try #require(simulation.bank.deadline(ofEnrollment: ours.bank?.enrollmentID ?? ""))
        #expect(deadline <= theirs.adding(seconds: -EnrollmentRules.stopsBeforeBankSeconds))
        let distance = deadline.microseconds(since: theirs) / 1_000_000
        #expect(distance >= -EnrollmentRules.stopsBeforeBankSeconds - jump - 5, "\(distance)")
    }

    /// Every row of the trail and every event, over an enrollment and a payment under a clock that is far ahead.
    @Test func theTrailAndTheEventsSayTheRealTime() async throws {
        let simulation = try await Simulation()
        simulation.clock.jump(seconds: 90 * 60)
        let began = simulation.clock.now
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        simulation.clock.jump(seconds: Self.fifteenMinutes)
        let id = try await simulation.createIntent(enrollment, device)
        try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        try await simulation.pass(seconds: 10)
        #expect(try await simulation.intent(id).status == .succeeded)
        let now = simulation.clock.now
        let real = began...now
        for object in [ObjectReference.enrollment(enrollment), .paymentIntent(id)] {
            let entries = try await simulation.store.auditEntries(of: object)
            #expect(entries.count > 4 && entries.allSatisfy { real.contains($0.at) })
        }
        let events = try await simulation.store.events(after: 0, limit: 1_000).map(\.event)
        #expect(!events.isEmpty && events.allSatisfy { real.contains($0.at) })
        let intent = try await simulation.intent(id)
        #expect(real.contains(intent.createdAt) && real.contains(intent.updatedAt))
        #expect(abs(try #require(EndToEndID(intent.endToEndID.text)).minute.microseconds(since: now)) < 120_000_000)
        guard case .succeeded(let at) = intent.state else { return }
        #expect(real.contains(at))
    }

    // MARK: Starts

    /// The clock's file outlives the process, or is deleted between two: nothing stands still, nothing is paid twice.
    @Test(arguments: [true, false])
    func aPaymentUnderWayOutlivesARestartAfterAJump(_ isFileKept: Bool) async throws {
        let simulation = try await Simulation()
        simulation.clock.jump(seconds: Self.tenHours)
        let device = SimulatedDevice(in: simulation)
        let enrollment = try await simulation.enroll(device)
        let id = try await simulation.createIntent(enrollment, device)
        simulation.bank.script { call, earlier in call.operation == .createPayment && earlier == 0 ? .callLost : nil }
        try await simulation.authorize(id, simulation.assertion(for: id, device), device)
        try await simulation.work()
        #expect(try await simulation.intent(id).status == .processing)
        if !isFileKept { simulation.clock.jump(seconds: -Self.tenHours) }
        try await simulation.restart(afterSeconds: 1)
        try await simulation.pass(seconds: 180)
        #expect(try await simulation.intent(id).status == .succeeded)
        #expect(simulation.bank.movements.count == 1)
        #expect(try await simulation.enrollment(enrollment).status == .succeeded)
        #expect(simulation.witness.complaints == [])
    }

    @Test(arguments: [true, false])
    func whatWaitsForSomebodyOutlivesARestartAfterAJump(_ isFileKept: Bool) async throws {
        let simulation = try await Simulation()
        simulation.clock.jump(seconds: Self.tenHours)
        let device = SimulatedDevice(in: simulation)
        let id = try await simulation.createEnrollment(device)
        if !isFileKept { simulation.clock.jump(seconds: -Self.tenHours) }
        try await simulation.restart(afterSeconds: 1)
        try await simulation.pass(seconds: 180)
        try await simulation.complete(simulation.approval(of: id), device)
        try await simulation.confirm(id, simulation.registrationCredential(id, device), device)
        #expect(try await simulation.enrollment(id).status == .succeeded)
        #expect(simulation.witness.complaints == [])
    }
}
