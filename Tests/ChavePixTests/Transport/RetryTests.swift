import ChaveBase
import ChaveTesting
import Testing

@testable import ChaveTransport

/// Answers in turn, and remembers what was asked.
private final class Script: HTTPTransport {
    private let results: Locked<[Result<HTTPResponse, TransportError>]>
    private let count = Locked(0)

    init(_ results: [Result<HTTPResponse, TransportError>]) { self.results = Locked(results) }

    var calls: Int { count.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        count.withLock { $0 += 1 }
        let next = results.withLock { $0.isEmpty ? .success(HTTPResponse(status: 200)) : $0.removeFirst() }
        return try next.get()
    }
}

@Suite struct RetryTests {
    private let request = HTTPRequest(method: .get, url: "https://a.example/")
    private let lost = Result<HTTPResponse, TransportError>.failure(
        TransportError(.notConnected, mayHaveReachedServer: false)
    )

    private func status(_ status: Int, _ headers: HTTPHeaders = [:]) -> Result<HTTPResponse, TransportError> {
        .success(HTTPResponse(status: status, headers: headers))
    }

    private func send(
        _ results: [Result<HTTPResponse, TransportError>],
        isSafe: Bool = true,
        clock: TestClock = TestClock()
    ) async -> (outcome: RetryingSender.Outcome, calls: Int) {
        let script = Script(results)
        let sender = RetryingSender(transport: script, policy: RetryPolicy(), clock: clock.clock, jitter: { 0 })
        return (await sender.send(request, isSafeToRepeat: isSafe), script.calls)
    }

    @Test(arguments: [429, 502, 503, 504]) func aServerThatIsNotReadyIsAskedAgain(_ code: Int) async throws {
        let (outcome, calls) = await send([status(code), status(code)])
        #expect(try outcome.result.get().status == 200)
        #expect(calls == 3)
    }

    @Test(arguments: [200, 302, 400, 401, 404, 409, 422, 500, 501]) func anAnswerStands(_ code: Int) async throws {
        let (outcome, calls) = await send([status(code)])
        #expect(try outcome.result.get().status == code)
        #expect(calls == 1)
    }

    @Test func atMostThreeRetries() async {
        let (_, calls) = await send(Array(repeating: lost, count: 9))
        #expect(calls == 4)
    }

    @Test func whatIsNotSafeIsNeverRepeated() async {
        let (_, calls) = await send([status(503)], isSafe: false)
        #expect(calls == 1)
    }

    @Test(arguments: [TransportError.Kind.tls, .cancelled, .responseTooLarge, .other])
    func someFailuresAreNotRepeated(_ kind: TransportError.Kind) async {
        let (_, calls) = await send([.failure(TransportError(kind, mayHaveReachedServer: false))])
        #expect(calls == 1)
    }

    @Test func pausesDoubleAndAreJittered() {
        let policy = RetryPolicy()
        #expect(policy.delayMilliseconds(retry: 1, retryAfterMilliseconds: nil, jitter: 0) == 150)
        #expect(policy.delayMilliseconds(retry: 1, retryAfterMilliseconds: nil, jitter: 0.999) >= 299)
        #expect(policy.delayMilliseconds(retry: 2, retryAfterMilliseconds: nil, jitter: 0) == 300)
        #expect(policy.delayMilliseconds(retry: 60, retryAfterMilliseconds: nil, jitter: 0) == 2_500)
    }

    @Test func retryAfterIsHonouredInSecondsAndCapped() async {
        let clock = TestClock()
        _ = await send([status(503, ["Retry-After": "7"]), status(503, ["Retry-After": "86400"])], clock: clock)
        #expect(clock.pauses == [7_000, 30_000])
    }

    @Test func theOutcomeSaysWhetherAnEarlierTryMayHaveArrived() async {
        let never = await send([lost, lost, lost]).outcome
        #expect(!never.earlierTryMayHaveReachedServer)
        let limited = await send([status(429)]).outcome
        #expect(!limited.earlierTryMayHaveReachedServer)
        let perhaps = await send([status(503)]).outcome
        #expect(perhaps.earlierTryMayHaveReachedServer)
        let timedOut = await send([.failure(TransportError(.timedOut, mayHaveReachedServer: true))]).outcome
        #expect(timedOut.earlierTryMayHaveReachedServer)
    }
}
