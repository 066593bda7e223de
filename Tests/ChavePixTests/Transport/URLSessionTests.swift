import ChaveTransport
import Foundation
import Testing

@Suite struct URLSessionTests {
    private let server: LoopbackServer
    private let transport = URLSessionTransport(longestResponse: 50_000)

    init() throws { server = try LoopbackServer() }

    private func send(
        _ path: String,
        _ method: HTTPMethod = .get,
        body: [UInt8]? = nil,
        timeout: Int64 = 20_000,
        host: String = "127.0.0.1"
    ) async throws(TransportError) -> HTTPResponse {
        try await transport.send(
            HTTPRequest(method: method, url: server.url(path, host: host), body: body, timeoutMilliseconds: timeout)
        )
    }

    private func failure(_ body: () async throws(TransportError) -> HTTPResponse) async -> TransportError? {
        do {
            let answer = try await body()
            Issue.record("answered \(answer.status)")
            return nil
        } catch {
            return error
        }
    }

    @Test func bytesArriveAndComeBackUnchanged() async throws {
        let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0) }
        let answer = try await send("/echo", .post, body: bytes)
        #expect(answer.status == 200)
        #expect(answer.body == bytes)
        #expect(answer.headers["x-method"] == "POST")
    }

    @Test func noCookieIsKept() async throws {
        _ = try await send("/echo")
        #expect(try await send("/echo").headers["X-Cookie"] == "none")
    }

    @Test func aRedirectIsAnAnswerAndNotFollowed() async throws {
        let answer = try await send("/redirect")
        #expect(answer.status == 302)
        #expect(answer.headers["Location"] == "/echo")
    }

    @Test func aRefusedCredentialIsAnAnswer() async throws {
        let answer = try await send("/denied")
        #expect(answer.status == 401)
        #expect(answer.body == Array("[]".utf8))
        #expect(try await send("/denied", .post, body: [1]).status == 401)
    }

    @Test func anEmptyAnswerIsAnAnswer() async throws {
        let answer = try await send("/none", .post, body: Array("{}".utf8))
        #expect(answer.status == 204)
        #expect(answer.body.isEmpty)
    }

    @Test(arguments: ["/big", "/endless", "/endless-refusal", "/bomb"]) func anAnswerIsBounded(_ path: String) async {
        let error = await failure { () async throws(TransportError) in try await send(path) }
        #expect(error?.kind == .responseTooLarge)
        #expect(error?.mayHaveReachedServer == true)
    }

    @Test func anAnswerThatIsCutIsNoAnswerAndMayHaveHadItsEffect() async {
        let error = await failure { () async throws(TransportError) in try await send("/cut", .post, body: [1]) }
        #expect(error?.mayHaveReachedServer == true)
    }

    @Test(arguments: [Int64.min, -1, 0]) func aTimeoutThatHasPassedEndsTheCallAndTrapsNothing(_ timeout: Int64) async {
        let error = await failure { () async throws(TransportError) in try await send("/slow", timeout: timeout) }
        #expect(error?.kind == .timedOut)
    }

    @Test func aTimeoutWithoutEndTrapsNothing() async throws {
        #expect(try await send("/echo", timeout: .max).status == 200)
    }

    @Test func aSlowAnswerTimesOutAndMayHaveArrived() async {
        let error = await failure { () async throws(TransportError) in
            try await send("/slow", .post, body: [1], timeout: 200)
        }
        #expect(error?.kind == .timedOut)
        #expect(error?.mayHaveReachedServer == true)
    }

    @Test func cancellingEndsACall() async {
        let task = Task { try await transport.send(HTTPRequest(method: .get, url: server.url("/slow"))) }
        await Task.yield()
        task.cancel()
        let result = await task.result
        #expect(throws: TransportError.self) { try result.get() }
    }

    @Test func invalidatingEndsACallAndTheNextOnes() async {
        let task = Task { try await transport.send(HTTPRequest(method: .get, url: server.url("/slow"))) }
        await Task.yield()
        transport.invalidate()
        let result = await task.result
        #expect(throws: TransportError.self) { try result.get() }
        let error = await failure { () async throws(TransportError) in try await send("/echo") }
        #expect(error == TransportError(.cancelled, mayHaveReachedServer: false))
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func aConnectionThatBreaksMayHaveCarriedTheRequest(_ host: String)
        async
    {
        let error = await failure { () async throws(TransportError) in
            try await send("/drop", .post, body: [1, 2, 3], host: host)
        }
        #expect(error?.mayHaveReachedServer == true)
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func nobodyThereMeansThatNothingWasSent(_ host: String) async {
        let error = await failure { () async throws(TransportError) in
            try await transport.send(
                HTTPRequest(method: .post, url: "http://\(host):1/", body: [1], timeoutMilliseconds: 5_000)
            )
        }
        #expect(error?.kind == .notConnected)
        #expect(error?.mayHaveReachedServer == false)
    }
}
