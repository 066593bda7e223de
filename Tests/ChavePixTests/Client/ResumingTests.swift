import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import ChaveTesting
import ChaveTransport
import Testing

@testable import ChavePix

/// What a restarted app finds of requests that the run before had left open.
@Suite struct ResumingTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    /// An intent whose creation was worked on and never answered.
    private func leaveACreate() async throws {
        let (client, enrollment) = try await rig.enrolled()
        for _ in 0..<4 { rig.server.fail(.post, "/payment-intents/", .lostAnswer) }
        await expectFailure(.outcomeUnknown) {
            _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        }
    }

    /// An authorisation that the server never took.
    private func leaveAnAuthorize() async throws -> Rig.Signed {
        let signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
        return signed
    }

    @Test func aRequestIsSealedBeforeItIsSent() async throws {
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .hangs)
        let call = Task { try await signed.authorize() }
        try await eventually { !rig.server.requests(.post, "/authorize/").isEmpty }
        let kept = try await rig.client().pendingRequests()
        #expect(kept.map(\.operation) == [.authorizePaymentIntent])
        call.cancel()
        _ = await call.result
    }

    @Test func whatCannotBeKeptIsNotSent() async throws {
        let store = rig.secrets
        let (client, enrollment) = try await rig.enrolled()
        store.fail(Rig.diskFailure)
        await expectFailure(.configuration) {
            _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        }
        #expect(rig.server.requests(.post, "/payment-intents/").isEmpty)
    }

    private func resumed() async throws -> (outcome: String, kept: Int) {
        let client = rig.client()
        let all = try await client.resumePending()
        #expect(all.count == 1)
        let outcome =
            switch all.first?.outcome {
            case .enrollment(let read): "enrollment \(read.status.rawValue)"
            case .paymentIntent(let read): "intent \(read.status.rawValue)"
            case .refused(let error): "refused \(error.code)"
            case .unknown(let error): error.unknownOutcome?.isAccepted == true ? "accepted" : "unknown"
            case nil: "nothing"
            }
        return (outcome, try await client.pendingRequests().count)
    }

    @Test(
        arguments: [
            [FakeServer.Fault.lostRequest, .lostRequest, .lostRequest, .lostRequest],
            [.lostAnswer, .lostAnswer, .lostAnswer, .lostAnswer], [.status(401, code: "authentication_failed")],
            [.status(403, code: "permission_denied")], [.status(404, code: "not_found")],
            [.status(409, code: "conflict")], [.status(500, code: "unexpected_error")], [.unreadable],
            [.status(302, code: "x")], Array(repeating: .status(429, code: "rate_limited"), count: 4),
            Array(repeating: .status(503, code: "institution_unavailable"), count: 4),
        ]
    )
    func whatIsStillUnknownSaysSoAndStaysKept(_ faults: [FakeServer.Fault]) async throws {
        try await leaveACreate()
        for fault in faults { rig.server.fail(.post, "/payment-intents/", fault) }
        #expect(try await resumed() == ("unknown", 1))
        #expect(try await resumed() == ("intent PENDING", 0))
        #expect(rig.server.state.withLock { $0.intents.count } == 1)
    }

    @Test(arguments: [(400, "invalid"), (422, "idempotency_conflict")])
    func aRefusalOfTheBytesThemselvesIsFinal(_ status: Int, _ code: String) async throws {
        try await leaveACreate()
        rig.server.fail(.post, "/payment-intents/", .status(status, code: code))
        #expect(try await resumed() == ("refused invalid_parameters", 0))
    }

    @Test func withoutATokenNothingIsLost() async throws {
        try await leaveACreate()
        let client = rig.client(token: nil)
        guard case .unknown = try await client.resumePending().first?.outcome else {
            Issue.record("it is not unknown")
            return
        }
        #expect(try await client.pendingRequests().count == 1)
    }

    @Test func whatIsAcceptedAndCannotBeReadStaysKept() async throws {
        let signed = try await leaveAnAuthorize()
        for _ in 0..<8 { rig.server.fail(.get, "/payment-intents/\(signed.intent.text)/", .lostRequest) }
        #expect(try await resumed() == ("accepted", 1))
        #expect(try await resumed() == ("intent PROCESSING", 0))
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }

    @Test func anOldRequestIsNotSentAndStaysUntilItsObjectTells() async throws {
        let signed = try await leaveAnAuthorize()
        let sent = rig.server.requests(.post, "/authorize/").count
        rig.clock.advance(milliseconds: 7 * 86_400_000)
        for _ in 0..<4 { rig.server.fail(.get, "/payment-intents/\(signed.intent.text)/", .lostRequest) }
        #expect(try await resumed() == ("unknown", 1))
        rig.server.state.withLock { $0.intents[0].status = .failed }
        #expect(try await resumed() == ("intent FAILED", 0))
        #expect(rig.server.requests(.post, "/authorize/").count == sent)
    }

    @Test func aUsableEnrollmentDoesNotTellThatItsCancelFailed() async throws {
        let (client, enrollment) = try await rig.enrolled()
        for _ in 0..<8 { rig.server.fail(.post, "/cancel/", .status(503, code: "institution_unavailable")) }
        await expectFailure(.outcomeUnknown) { _ = try await client.cancelEnrollment(enrollment) }
        #expect(try await resumed() == ("unknown", 1))
        #expect(try await resumed() == ("enrollment FAILED", 0))
    }

    @Test func theKeyThatWasSentIsTheOneThatIsTold() async throws {
        let signed = try await leaveAnAuthorize()
        let kept = try #require(try await rig.client().pendingRequests().first)
        rig.server.fail(.get, "/payment-intents/\(signed.intent.text)/", .status(401, code: "authentication_failed"))
        let error = await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
        #expect(error?.unknownOutcome?.isAccepted == true)
        #expect(error?.unknownOutcome?.idempotencyKey == kept.idempotencyKey)
    }

    // Two at once.

    @Test func whatIsUnderWayIsLeftToItsCall() async throws {
        let signed = try await rig.signed()
        rig.server.fail(.post, "/authorize/", .hangs)
        let task = Task { try await signed.authorize() }
        try await eventually { !rig.server.requests(.post, "/authorize/").isEmpty }
        #expect(try await rig.client().resumePending().isEmpty)
        #expect(rig.server.requests(.post, "/authorize/").count == 1)
        task.cancel()
        await expectFailure(.outcomeUnknown) { _ = try await task.value }
        #expect(try await rig.client().resumePending().count == 1)
    }

    @Test func aCallThatEndsLaterBringsNothingAnsweredBack() async throws {
        let signed = try await leaveAnAuthorize()
        rig.server.fail(.post, "/authorize/", .hangs)
        let late = Task { try await signed.authorize() }
        try await eventually { rig.server.requests(.post, "/authorize/").count == 5 }
        #expect(try await signed.authorize().status == .succeeded)
        late.cancel()
        await expectFailure(.outcomeUnknown) { _ = try await late.value }
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func goingOnThatEndsLaterBringsNothingAnsweredBack() async throws {
        let signed = try await leaveAnAuthorize()
        rig.server.fail(.post, "/authorize/", .hangs)
        let client = rig.client()
        let late = Task { try await client.resumePending() }
        try await eventually { rig.server.requests(.post, "/authorize/").count == 5 }
        #expect(try await signed.authorize().status == .succeeded)
        late.cancel()
        _ = try await late.value
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    // What is given up.

    @Test func anOldRequestWhoseObjectIsGoneIsGivenUp() async throws {
        _ = try await leaveAnAuthorize()
        rig.server.state.withLock { $0.intents = [] }
        #expect(try await resumed() == ("unknown", 1), "a young one may belong to another token")
        rig.clock.advance(milliseconds: 7 * 86_400_000)
        #expect(try await resumed() == ("unknown", 0))
    }

    @Test func anOldCancelOfWhatStillStandsIsGivenUp() async throws {
        let (client, enrollment) = try await rig.enrolled()
        for _ in 0..<4 { rig.server.fail(.post, "/cancel/", .status(503, code: "institution_unavailable")) }
        await expectFailure(.outcomeUnknown) { _ = try await client.cancelEnrollment(enrollment) }
        rig.clock.advance(milliseconds: 7 * 86_400_000)
        for _ in 0..<4 { rig.server.fail(.get, "/enrollments/\(enrollment.text)/", .lostRequest) }
        #expect(try await resumed() == ("unknown", 1), "it was not read")
        #expect(try await resumed() == ("unknown", 0))
    }

    @Test func everythingIsGivenUpAfterThirtyDays() async throws {
        let signed = try await leaveAnAuthorize()
        for _ in 0..<8 { rig.server.fail(.get, "/payment-intents/\(signed.intent.text)/", .lostRequest) }
        rig.clock.advance(milliseconds: 29 * 86_400_000)
        #expect(try await resumed() == ("unknown", 1))
        rig.clock.advance(milliseconds: 86_400_000)
        #expect(try await resumed() == ("unknown", 0))
    }

    // How long a key may be used.

    private func keys() -> Set<String> {
        Set(rig.server.requests(.post, "/payment-intents/").map { $0.headers["Idempotency-Key"] ?? "" })
    }

    private static let day: Int64 = 86_400

    private static let ages: [(milliseconds: Int64, keys: Int)] = [
        (6 * day * 1_000 - 1, 1), (6 * day * 1_000, 2), (7 * day * 1_000, 2), (400 * day * 1_000, 2),
    ]

    @Test(arguments: ages) func aKeyIsUsedForSixDaysOfTheSevenThatTheServerKeepsIt(_ age: Int64, _ expected: Int)
        async throws
    {
        let (client, enrollment) = try await rig.enrolled()
        for _ in 0..<4 { rig.server.fail(.post, "/payment-intents/", .lostAnswer) }
        await expectFailure(.outcomeUnknown) {
            _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        }
        let kept = try #require(try await client.pendingRequests().first)
        // From the moment at which it was made, whatever its tries took.
        let elapsed = rig.clock.clock.now() / 1_000 - kept.createdAt.milliseconds
        rig.clock.advance(milliseconds: age - elapsed)
        _ = try await client.createPaymentIntent(try Rig.intentRequest(enrollment))
        #expect(keys().count == expected)
    }

    private static let clocks: [(age: Int64, isRepeatable: Bool)] = [
        (0, true), (6 * day - 1, true), (6 * day, false), (.max, false), (1 - day, true), (-day, false), (.min, false),
    ]

    @Test(arguments: clocks)
    func aClockThatWasSetMakesNoOldKeyFresh(_ age: Int64, _ isRepeatable: Bool) {
        let created = Timestamp(seconds: 1_788_177_600)
        let request = StoredRequest(
            operation: .createPaymentIntent,
            path: "/payment-intents/",
            idempotencyKey: "k",
            resource: nil,
            content: nil,
            createdAt: created,
            body: []
        )
        #expect(request.isRepeatable(at: created.adding(seconds: age)) == isRepeatable)
    }
}
