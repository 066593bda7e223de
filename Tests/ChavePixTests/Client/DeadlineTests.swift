import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import Testing

@testable import ChavePix

/// A limit holds for the call under way too.
@Suite struct DeadlineTests {
    private let rig: Rig

    init() throws { rig = try Rig() }

    @Test func aCallUnderWayEndsWithItsWait() async throws {
        let client = rig.client()
        let created = try await client.createEnrollment(try Rig.newEnrollment())
        for _ in 0..<100 { rig.server.fail(.get, "/fido-registration-options/", .timesOut) }
        let began = rig.clock.elapsedMilliseconds
        await expectFailure(.timedOut) { _ = try await client.registrationOptions(created.id) }
        #expect(rig.clock.elapsedMilliseconds - began == 300_000)
        let asks = rig.server.requests(.get, "/fido-registration-options/")
        #expect(asks.first?.timeoutMilliseconds == 35_000)
        #expect(asks.last?.timeoutMilliseconds == 20_000)
        #expect(asks.last?.headers["Prefer"] == "wait=19", "asked so that its answer still arrives")
    }

    @Test func theSearchForALostOutcomeEndsAfterAMinuteWhateverACallTakes() async throws {
        let signed = try await rig.signed()
        let path = "/payment-intents/\(signed.intent.text)/"
        for _ in 0..<4 {
            rig.server.fail(.post, "/authorize/", .lostAnswer)
            rig.server.fail(.get, path, .lostRequest)
        }
        for _ in 0..<100 {
            rig.server.fail(.post, "/authorize/", .timesOut)
            rig.server.fail(.post, "/cancel/", .timesOut)
            rig.server.fail(.get, path, .timesOut)
        }
        let began = rig.clock.elapsedMilliseconds
        let outcome = await signed.client.settleAuthorization(
            signed.intent,
            assertion: signed.assertion,
            riskSignals: signed.signals,
            platform: nil
        )
        guard case .unknown = outcome else {
            Issue.record("\(outcome)")
            return
        }
        // The minute, and before it two rounds of three pauses of together at most 2.1 s.
        #expect(rig.clock.elapsedMilliseconds - began <= 64_200)
        #expect(rig.clock.elapsedMilliseconds - began >= 60_000)
    }

    @Test func goingOnAtTheFirstCallEndsAfterAMinute() async throws {
        let signed = try await rig.signed()
        for _ in 0..<4 { rig.server.fail(.post, "/authorize/", .status(503, code: "institution_unavailable")) }
        await expectFailure(.outcomeUnknown) { _ = try await signed.authorize() }
        for _ in 0..<100 { rig.server.fail(.post, "/authorize/", .timesOut) }
        let began = rig.clock.elapsedMilliseconds
        #expect(await !rig.client().resumeLeftovers(), "a later try may learn more")
        #expect(rig.clock.elapsedMilliseconds - began <= 60_000)
        #expect(try await rig.client().pendingRequests().count == 1)
    }

    private func send(
        _ results: [FakeServer.Fault],
        before deadline: Int64
    ) async -> (outcome: RetryingSender.Outcome, timeouts: [Int64]) {
        for fault in results { rig.server.fail(.get, "/institutions/", fault) }
        let sender = RetryingSender(
            transport: rig.server,
            policy: RetryPolicy(),
            clock: rig.clock.clock,
            jitter: { 0 }
        )
        let request = HTTPRequest(method: .get, url: "https://pay.example/payments/br/institutions/")
        let outcome = await sender.send(request, isSafeToRepeat: true, before: deadline)
        return (outcome, rig.server.requests.map(\.timeoutMilliseconds))
    }

    @Test func eachTryHasTheTimeThatIsLeft() async {
        let (outcome, timeouts) = await send([.timesOut, .timesOut, .timesOut, .timesOut], before: 30_000)
        #expect(timeouts == [20_000, 9_850])
        #expect(throws: TransportError(.timedOut, mayHaveReachedServer: true)) { try outcome.result.get() }
        #expect(rig.clock.elapsedMilliseconds == 30_000)
    }

    @Test func aPauseThatWouldPassTheDeadlineIsNotMade() async throws {
        let (outcome, timeouts) = await send([.status(503, code: "x", headers: ["Retry-After": "20"])], before: 10_000)
        #expect(timeouts == [10_000])
        #expect(try outcome.result.get().status == 503)
        #expect(rig.clock.elapsedMilliseconds == 0)
    }

    @Test(arguments: [Int64.min / 2, -1, 0]) func nothingIsSentAfterTheDeadline(_ deadline: Int64) async {
        let (outcome, timeouts) = await send([], before: deadline)
        #expect(timeouts.isEmpty)
        #expect(throws: TransportError(.timedOut, mayHaveReachedServer: false)) { try outcome.result.get() }
    }
}
