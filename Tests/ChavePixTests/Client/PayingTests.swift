import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

@testable import ChavePix

@Suite struct PayingTests {
    @Test func aDevicePaysInFourSteps() async throws {
        let rig = try Rig()
        let end = try await rig.signed().authorize()
        #expect(end.status == .succeeded)
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func theStreamTellsEachStep() async throws {
        let rig = try Rig()
        let (client, enrollment) = try await rig.enrolled()
        var steps: [String] = []
        let payment = NewPayment(intent: try Rig.intentRequest(enrollment), accountTenure: "2024-11-26")
        for try await step in client.pay(payment) {
            switch step {
            case .created: steps.append("created")
            case .signed: steps.append("signed")
            case .finished(let intent): steps.append("finished \(intent.status)")
            }
        }
        #expect(steps == ["created", "signed", "finished SUCCEEDED"])
    }

    @Test func aWaitThatEndsGivesTheIntentAsItStands() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.state.withLock { $0.readsBeforeEnd = nil }
        let intent = try await signed.authorize()
        #expect(intent.status == .processing)
        #expect(rig.server.requests(.get, "/payment-intents/\(signed.intent.text)/").count == 60)
    }

    @Test func aLostAnswerIsRepeatedWithTheSameBytesAndKey() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .lostAnswer, .lostAnswer, .lostAnswer)
        #expect(try await signed.authorize().status == .succeeded)
        let tries = rig.server.requests(.post, "/authorize/")
        #expect(tries.count == 4)
        #expect(Set(tries.map(\.body)).count == 1)
        #expect(Set(tries.map { $0.headers["Idempotency-Key"] ?? "" }).count == 1)
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }

    @Test func aServerThatIsNotReadyIsAskedAgainUnderTheSameKey() async throws {
        let rig = try Rig()
        let (client, enrollment) = try await rig.enrolled()
        let busy = FakeServer.Fault.status(503, code: "institution_unavailable", headers: ["Retry-After": "3"])
        rig.server.fail(.post, "/payment-intents/", busy, .statusAfterWork(503, code: "unexpected_error"))
        let pausesBefore = rig.clock.pauses.count
        let intent = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        let tries = rig.server.requests(.post, "/payment-intents/")
        #expect(tries.count == 3)
        #expect(Set(tries.map { $0.headers["Idempotency-Key"] ?? "" }).count == 1)
        #expect(Set(tries.map(\.body)).count == 1)
        let pauses = rig.clock.pauses.dropFirst(pausesBefore)
        #expect(pauses.first.map { $0 >= 3_000 } == true, "no sooner than the server asks")
        #expect(rig.server.state.withLock { $0.intents.map(\.id) } == [intent.id])
    }

    @Test func aFourthLostAnswerIsLookedUpInTheIntent() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .lostAnswer, .lostAnswer, .lostAnswer, .lostAnswer)
        #expect(try await signed.authorize().status == .succeeded)
        #expect(try await signed.client.pendingRequests().isEmpty)
    }

    @Test func aConflictAfterALostAnswerIsReadAsUnknownAndLookedUp() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .lostAnswer, .status(409, code: "conflict"))
        #expect(try await signed.authorize().status == .succeeded)
    }

    @Test func aConflictOnTheFirstTryIsARefusal() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .status(409, code: "conflict"))
        await expectFailure(.conflict) { _ = try await signed.authorize() }
        #expect(try await signed.client.pendingRequests().isEmpty)
    }

    @Test func anOutcomeThatCannotBeLearnedIsUnknownAndKept() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        let error = try #require(await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() })
        #expect(error.unknownOutcome?.read == .paymentIntent(signed.intent))
        #expect(error.unknownOutcome?.operation == .authorizePaymentIntent)
        let pending = try await signed.client.pendingRequests()
        #expect(pending.map(\.idempotencyKey) == [error.unknownOutcome?.idempotencyKey])
    }

    @Test func anotherCallOfTheAppSendsTheKeptBytes() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
        rig.clock.advance(milliseconds: 5_000)
        let signals = try await signed.client.collectRiskSignals(accountTenure: "2024-11-25")
        let end = try await signed.client.authorize(signed.intent, assertion: signed.assertion, riskSignals: signals)
        #expect(end.status == .succeeded)
        #expect(Set(rig.server.requests(.post, "/authorize/").map(\.body)).count == 1)
    }

    @Test func aRestartedAppGoesOnWithTheKeptBytes() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
        let restarted = rig.client()
        let resumed = try await restarted.resumePending()
        #expect(resumed.count == 1)
        guard case .paymentIntent(let intent) = resumed.first?.outcome else {
            Issue.record("the intent was not read")
            return
        }
        #expect(intent.status == .processing)
        let tries = rig.server.requests(.post, "/authorize/")
        #expect(tries.count == 5)
        #expect(Set(tries.map(\.body)).count == 1)
        #expect(try await restarted.pendingRequests().isEmpty)
    }

    @Test func aRequestOlderThanTheServersMemoryIsNotRepeated() async throws {
        let rig = try Rig()
        let (client, enrollment) = try await rig.enrolled()
        for _ in 0..<4 { rig.server.fail(.post, "/payment-intents/", .lostAnswer) }
        await expectFailure(.outcomeUnknown) {
            _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        }
        rig.clock.advance(milliseconds: 7 * 86_400_000)
        let resumed = try await rig.client().resumePending()
        guard case .unknown = resumed.first?.outcome else {
            Issue.record("an old request was not given up")
            return
        }
        #expect(rig.server.requests(.post, "/payment-intents/").count == 4)
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func anIntentWhoseAnswerWasLostIsMadeOnce() async throws {
        let rig = try Rig()
        let (client, enrollment) = try await rig.enrolled()
        for _ in 0..<4 { rig.server.fail(.post, "/payment-intents/", .lostAnswer) }
        await expectFailure(.outcomeUnknown) {
            _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        }
        _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        #expect(rig.server.state.withLock { $0.intents.count } == 1)
        _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        #expect(rig.server.state.withLock { $0.intents.count } == 2, "an answered one is not a retry")
    }

    @Test func aRequestThatNeverLeftDefinitelyHadNoEffect() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .lostRequest) }
        await expectFailure(.notConnected) { _ = try await signed.authorize() }
        #expect(try await signed.client.pendingRequests().isEmpty)
    }

    @Test func aCancelledWaitAfterAcceptanceSaysSo() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.state.withLock { $0.readsBeforeEnd = nil }
        rig.clock.setMovement(.byHand)
        let task = Task { try await signed.authorize() }
        try await eventually { !(rig.server.requests(.get, "/payment-intents/\(signed.intent.text)/").isEmpty) }
        task.cancel()
        let error = await expectFailure(.outcomeUnknown) { _ = try await task.value }
        #expect(error?.unknownOutcome?.isAccepted == true)
    }

    @Test func aCancelledCallThatHangsIsUnknown() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .hangs)
        let task = Task { try await signed.authorize() }
        try await eventually { !(rig.server.requests(.post, "/authorize/").isEmpty) }
        task.cancel()
        await expectFailure(.outcomeUnknown) { _ = try await task.value }
        #expect(try await signed.client.pendingRequests().count == 1)
    }

    @Test func theFallbackCredentialIsTriedWhereNoAllowedOneIsHere() async throws {
        let rig = try Rig()
        let (client, _) = try await rig.enrolled()
        let held = try #require(try rig.store.credentials().first).id
        let options = SignOptions(
            relyingPartyID: "localhost",
            challenge: Array(repeating: 1, count: 32),
            allowedCredentials: [[9, 9, 9]],
            userVerification: "required"
        )
        await expectFailure(.authenticator) { _ = try await client.sign(options) }
        #expect(try await client.sign(options, fallbackCredential: held).id == held)
    }

    @Test func amountsGoOutByTheirDecimalText() async throws {
        let rig = try Rig()
        let (client, enrollment) = try await rig.enrolled()
        _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment, amount: "1234567.89"))
        let body = try #require(rig.server.requests(.post, "/payment-intents/").last?.body)
        #expect(try JSONValue(parsing: body)["amount"]?.number?.text == "1234567.89")
    }
}
