import ChaveBase
import ChaveJOSE
import ChavePixModel
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// The clock of deadlines is put forward, and no time passes (docs/decisions/0018).
@Suite(.everyEngine) struct PutForwardTests {
    private static let fiveMinutes: Int64 = 5 * 60
    private static let fifteenMinutes: Int64 = 15 * 60
    private static let day: Int64 = 86_400

    // MARK: What goes by the clock of deadlines

    enum Wait: CaseIterable, Sendable {
        case riskSignals, holder, credential, validity

        /// How long the bank waits, and how it ends then.
        var end: (seconds: Int64, reason: OFBCancellationReason) {
            switch self {
            case .riskSignals: (300, .rejection(.riskSignalsTimedOut))
            case .holder: (900, .rejection(.holderValidationTimedOut))
            case .credential: (300, .rejection(.enrollmentTimedOut))
            case .validity: (PutForwardTests.day, .revocation(.validityExpired))
            }
        }

        func begin(_ initiator: Initiator) async throws -> String {
            switch self {
            case .riskSignals: try await initiator.createEnrollment()
            case .holder: try await initiator.enrollmentAwaitingHolder().id
            case .credential: try await initiator.enrollmentAwaitingCredential().id
            case .validity: try await initiator.enroll(choosing: ["validity_days": "1"]).enrollmentID
            }
        }
    }

    @Test(arguments: Wait.allCases, [0, fiveMinutes, fifteenMinutes, day])
    func anEnrollmentEndsAsAfterSoMuchTimeAndSaysTheRealOne(_ wait: Wait, _ jump: Int64) async throws {
        for isTicking in [false, true] {
            let test = try await TestBank()
            let heard = HeardNotifications()
            test.bank.setNotifications(heard)
            let initiator = Initiator(test)
            let id = try await wait.begin(initiator)
            try await test.bank.tick()
            let told = heard.items.count
            test.clock.jump(seconds: jump)
            if isTicking { try await test.bank.tick() }
            let isOver = jump >= wait.end.seconds
            #expect(heard.items.count - told == (isTicking && isOver ? 1 : 0))
            let enrollment = try await initiator.enrollment(id)
            #expect(enrollment.cancellation?.reason == (isOver ? wait.end.reason : nil))
            #expect(enrollment.statusUpdate == TestBank.start && enrollment.creation == TestBank.start)
            await test.remove()
        }
    }

    /// What is written after a jump lies as far ahead as what it is compared with, by a microsecond.
    @Test(arguments: Wait.allCases, [1, 100] as [Int64])
    func afterAJumpAnEnrollmentWaitsAsLongAsBefore(_ wait: Wait, _ jumps: Int64) async throws {
        let test = try await TestBank()
        test.clock.jump(seconds: jumps * Self.fifteenMinutes)
        let initiator = Initiator(test)
        let id = try await wait.begin(initiator)
        test.clock.advance(seconds: Int(wait.end.seconds))
        test.clock.advance(microseconds: -1)
        #expect(try await initiator.enrollment(id).cancellation == nil)
        test.clock.advance(microseconds: 1)
        #expect(try await initiator.enrollment(id).cancellation?.reason == wait.end.reason)
        await test.remove()
    }

    @Test(arguments: [0, fiveMinutes, fifteenMinutes])
    func aConsentEndsAsAfterSoMuchTime(_ jump: Int64) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let paid = try await initiator.authorisedConsent(device, "20.00")
        let waiting = try await initiator.createConsent(device, "10.00")
        #expect(waiting.expiration == TestBank.start.adding(seconds: 300))
        let body = try answered(await initiator.signOptions(device, waiting.consentID), 201)
        let assertion = try await initiator.assertion(device, try OFBSignOptions(bytes: body))
        test.clock.jump(seconds: jump)
        let reply = await initiator.authorise(device, waiting.consentID, assertion)
        if jump == 0 {
            _ = try answered(reply, 204)
        } else {
            #expect(try refusedCode(reply) == "STATUS_CONSENTIMENTO_INVALIDO")
            let ended = try await initiator.consent(waiting.consentID)
            #expect(ended.rejectionReason == "TEMPO_EXPIRADO_AUTORIZACAO" && ended.statusUpdate == TestBank.start)
        }
        // An authorised consent waits an hour for its payment.
        test.clock.jump(seconds: 3_600 - jump - 1)
        #expect(try await initiator.consent(paid.consentID).status == .authorised)
        test.clock.jump(seconds: 1)
        #expect(try await initiator.consent(paid.consentID).rejectionReason == "TEMPO_EXPIRADO_CONSUMO")
        let late = await initiator.pay(initiator.creation(paid, try initiator.newEndToEndID()))
        #expect(try refusedCode(late) == "CONSENTIMENTO_INVALIDO")
        #expect(try await test.bank.verdict().isSound)
    }

    @Test func aConsentThatAnotherHolderMustApproveEndsToo() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll(cpf: Initiator.davi)
        let early = try await initiator.authorisedConsent(device, "10.00")
        let late = try await initiator.authorisedConsent(device, "20.00")
        test.clock.jump(seconds: 3_599)
        #expect(try await test.bank.approveAsOtherHolder(early.consentID, at: device.institution))
        test.clock.jump(seconds: 1)
        #expect(try await test.bank.approveAsOtherHolder(late.consentID, at: device.institution) == false)
        #expect(try await initiator.consent(late.consentID).rejectionReason == "TEMPO_EXPIRADO_AUTORIZACAO")
        // Its hour began when the other holder approved.
        test.clock.jump(seconds: 3_598)
        #expect(try await initiator.consent(early.consentID).status == .authorised)
    }

    @Test(arguments: [fiveMinutes, fifteenMinutes])
    func theApprovalPageClosesWithTheEnrollment(_ jump: Int64) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        #expect(page.screen == "bank-approval")
        test.clock.jump(seconds: jump)
        let again = await browser.get(pushed.redirectURL)
        // Whoever has signed in still is: their session is a matter of real time.
        #expect(again.screen == (jump == Self.fiveMinutes ? "bank-approval" : "problem"))
        var form = browser.fields(page)
        form["decision"] = "approve"
        let answer = await browser.post(try #require(browser.action(page)), form)
        #expect(answer.status == (jump == Self.fiveMinutes ? 303 : 410))
        let status = try await initiator.enrollment(id).status
        #expect(status == (jump == Self.fiveMinutes ? .awaitingEnrollment : .rejected))
    }

    /// A new request names what is left by the clock that ends it.
    @Test func theTimeThatIsLeftIsSaidByTheClockThatEndsIt() async throws {
        let test = try await TestBank()
        test.clock.jump(seconds: Self.day)
        let initiator = Initiator(test)
        let id = try await initiator.createEnrollment()
        try await initiator.sendSignals(id)
        test.clock.jump(seconds: Self.fiveMinutes)
        let message = PushedAuthorization(
            enrollmentID: id,
            redirectURI: Initiator.callback,
            state: "s",
            nonce: "n",
            codeChallenge: String(repeating: "A", count: 43),
            clientID: Initiator.clientID
        )
        let body = try answered(await initiator.call(.pushAuthorization, body: message.bytes), 201)
        #expect(try PushedAuthorizationAnswer(bytes: body).expiresInSeconds == 600)
    }

    // MARK: What goes by the real clock

    @Test func tokensCodesAndSessionsLiveTheirRealTime() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let bank = initiator.institution
        var home = Browser(test.pages)
        _ = try await home.enter(bank)
        let device = try await initiator.enroll()
        test.clock.jump(seconds: Self.day)
        #expect(await home.home(bank).status == 200)
        // A token from before the jump pays.
        let consent = try await initiator.createConsent(device, "10.00")
        let body = try answered(await initiator.signOptions(device, consent.consentID), 201)
        let assertion = try await initiator.assertion(device, try OFBSignOptions(bytes: body))
        _ = try answered(await initiator.authorise(device, consent.consentID, assertion), 204)
        // An identity token from after it has real times, and its code is exchanged after another jump.
        let (_, pushed) = try await initiator.enrollmentAwaitingHolder()
        let parameters = try await Browser(test.pages).decide(pushed.redirectURL, cpf: Initiator.alice)
        let branch = try #require(test.bank.branches[bank])
        let jws = try JWKSet([branch.key.publicKey]).verify(try #require(parameters["id_token"]))
        let claims = try #require(JWTClaims(parsing: jws.payload))
        #expect(claims.issuedAt == test.clock.now.seconds && claims.expiresAt == test.clock.now.seconds + 300)
        test.clock.jump(seconds: 299)
        let exchanged = try answered(await initiator.exchange(try #require(parameters["code"]), pushed), 200)
        let token = try TokenAnswer(bytes: exchanged).accessToken
        #expect(test.bank.tokens.holder(of: token, at: test.clock.now.adding(seconds: 899)) != nil)
        #expect(test.bank.tokens.holder(of: token, at: test.clock.now.adding(seconds: 900)) == nil)
        test.clock.advance(seconds: 900)
        #expect(await home.home(bank).status == 303)
    }

    @Test func moneyMovesByTheRealClockAndOnItsRealDay() async throws {
        let test = try await TestBank { $0.settlementDelaySeconds = 30 }
        let initiator = Initiator(test)
        let device = try await initiator.enroll(choosing: ["daily_limit": "50.00"])
        let payment = try await initiator.pay(device, "40.00")
        let consent = try await initiator.authorisedConsent(device, "5.00", date: "2026-07-16")
        let message = initiator.creation(consent, try initiator.newEndToEndID())
        let scheduled = try OFBPayment(bytes: try answered(await initiator.pay(message), 201))
        test.clock.jump(seconds: 3 * Self.day)
        try await test.bank.tick()
        #expect(try await initiator.payment(payment.paymentID).status == .rcvd)
        #expect(try await initiator.payment(scheduled.paymentID).status == .schd)
        #expect(try await test.bank.hold(payment.paymentID, at: device.institution))
        #expect(try await test.bank.release(payment.paymentID, at: device.institution))
        #expect(try await initiator.payment(payment.paymentID).status == .acsc)
        let lines = try await test.bank.ledgerLines(ofEndToEndID: payment.endToEndID)
        #expect(lines.count == 2 && lines.allSatisfy { $0.madeAt == TestBank.start })
        // The day's limit is the real day's: what was paid before the jump counts.
        let excessive = try await initiator.authorisedConsent(device, "10.01")
        let refusal = await initiator.pay(initiator.creation(excessive, try initiator.newEndToEndID()))
        #expect(try refusedCode(refusal) == "VALOR_ACIMA_LIMITE")
        test.clock.advance(seconds: Int(3 * Self.day))
        try await test.bank.tick()
        #expect(try await initiator.payment(scheduled.paymentID).status == .acsc)
        #expect(try await test.bank.verdict().isSound)
    }

    /// A key that is repeated after a jump of a day is still the same key.
    @Test func keysAreRememberedARealDay() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let consent = try await initiator.authorisedConsent(device, "10.00")
        let message = initiator.creation(consent, try initiator.newEndToEndID())
        let first = try OFBPayment(bytes: try answered(await initiator.pay(message, key: "k"), 201))
        test.clock.jump(seconds: 2 * Self.day)
        try await test.bank.tick()
        let second = try OFBPayment(bytes: try answered(await initiator.pay(message, key: "k"), 201))
        #expect(second.paymentID == first.paymentID)
        #expect(try await test.bank.ledgerLines(ofEndToEndID: first.endToEndID).count == 2)
    }

    /// Requests are thrown away a day after their end by the clock that ends them; others are not.
    @Test func aRequestIsKeptUntilADayAfterItsEnd() async throws {
        let test = try await TestBank()
        test.clock.jump(seconds: 10 * Self.day)
        let initiator = Initiator(test)
        _ = try await initiator.enrollmentAwaitingHolder()
        for (jump, count) in [(900 + Self.day - 1, 1), (1, 0)] {
            test.clock.jump(seconds: jump)
            try await test.bank.tick()
            #expect(try await test.bank.count(.authorizationRequests) == count)
        }
    }
}
