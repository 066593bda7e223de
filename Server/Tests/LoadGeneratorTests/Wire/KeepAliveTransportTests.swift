import ChaveTransport
import NIOCore
import NIOPosix
import Testing

@testable import LoadGenerator

@Suite struct KeepAliveTransportTests {
    private static let good = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// A server, and a transport on a loop of its own, both ended afterwards.
    private func trying(
        _ behaviour: @escaping @Sendable (String) -> AnsweringServer.Behaviour = { _ in .answer(good) },
        most: Int = 100,
        freshness: TimeAmount = .hours(24),
        _ body: (KeepAliveTransport, String, AnsweringServer) async throws -> Void
    ) async throws {
        let server = AnsweringServer(behaviour)
        let address = try await server.start()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        // However long the machine stands still between two requests.
        let transport = KeepAliveTransport(
            on: group.next(),
            mostConnections: most,
            longestBody: 100,
            freshness: freshness
        )
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(transport, address, server))
        } catch {
            outcome = .failure(error)
        }
        transport.invalidate()
        try await group.shutdownGracefully()
        try await server.stop()
        try outcome.get()
    }

    private func get(_ url: String, milliseconds: Int64 = 20_000) -> HTTPRequest {
        HTTPRequest(method: .get, url: url, timeoutMilliseconds: milliseconds)
    }

    private func error(_ transport: KeepAliveTransport, _ request: HTTPRequest) async -> TransportError? {
        do throws(TransportError) {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func requestsShareOneConnection() async throws {
        try await trying { transport, address, server in
            for number in 0..<50 {
                let response = try await transport.send(get("\(address)/\(number)"))
                #expect(response.status == 200 && response.body == Array("ok".utf8))
            }
            #expect(server.connectionCount == 1)
            #expect(server.received.count == 50)
            #expect(server.received.last?.hasPrefix("GET /49 HTTP/1.1\r\nHost: 127.0.0.1:") == true)
        }
    }

    @Test func aConnectionThatWasUnusedForTooLongIsNotUsedAgain() async throws {
        try await trying(freshness: .zero) { transport, address, server in
            for _ in 0..<3 { #expect(await error(transport, get(address)) == nil) }
            #expect(server.connectionCount == 3)
        }
    }

    @Test func requestsAtTheSameTimeHaveConnectionsOfTheirOwn() async throws {
        try await trying(most: 4) { transport, address, server in
            await withTaskGroup(of: TransportError?.self) { group in
                for number in 0..<200 { group.addTask { await error(transport, get("\(address)/\(number)")) } }
                for await failure in group { #expect(failure == nil) }
            }
            #expect((1...4).contains(server.connectionCount))
            #expect(server.received.count == 200)
        }
    }

    @Test func anAnswerThatClosesIsNotFollowedOnItsConnection() async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        try await trying({ _ in .answer(answer) }) { transport, address, server in
            for _ in 0..<3 { #expect(await error(transport, get(address)) == nil) }
            #expect(server.connectionCount == 3)
        }
    }

    @Test func bytesBehindAnAnswerEndTheConnection() async throws {
        try await trying({ _ in .answer(KeepAliveTransportTests.good + "HTTP/1.1 200 OK\r\n") }) {
            transport,
            address,
            server in
            for _ in 0..<3 { #expect(await error(transport, get(address)) == nil) }
            #expect(server.connectionCount == 3)
        }
    }

    @Test func aServerThatIsNotThereHasNotSeenTheRequest() async throws {
        try await trying { transport, _, _ in
            // Port 1 is nobody's: one that was just given back may be another test's by now.
            let failure = await error(transport, get("http://127.0.0.1:1"))
            #expect(failure == TransportError(.notConnected, mayHaveReachedServer: false))
        }
    }

    @Test func anAnswerThatBreaksOffMayHaveHadItsEffect() async throws {
        try await trying({ _ in .breakOff("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal") }) {
            transport,
            address,
            _ in
            let failure = await error(transport, get(address))
            #expect(failure == TransportError(.notConnected, mayHaveReachedServer: true))
        }
    }

    @Test func silenceEndsWithTheTimeOut() async throws {
        try await trying({ _ in .silence }) { transport, address, _ in
            let failure = await error(transport, get(address, milliseconds: 50))
            #expect(failure == TransportError(.timedOut, mayHaveReachedServer: true))
        }
    }

    /// Also one that waits for a connection.
    @Test func aCancelledTaskEndsItsCall() async throws {
        try await trying({ _ in .silence }, most: 1) { transport, address, server in
            let calls = (0..<3).map { _ in Task { await error(transport, get(address)) } }
            while server.received.isEmpty { await Task.yield() }
            for call in calls { call.cancel() }
            for call in calls { #expect(await call.value?.kind == .cancelled) }
        }
    }

    @Test func answersThatAreTooLongAreRefused() async throws {
        try await trying({ _ in .answer("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n") }) { transport, address, _ in
            #expect(await error(transport, get(address))?.kind == .responseTooLarge)
        }
        try await trying({ _ in .answer("SSH-2.0-OpenSSH\r\n\r\n") }) { transport, address, _ in
            #expect(await error(transport, get(address))?.kind == .other)
        }
    }

    @Test func anInvalidTransportSendsNothing() async throws {
        try await trying({ _ in .silence }) { transport, address, server in
            let call = Task { await error(transport, get(address)) }
            while server.received.isEmpty { await Task.yield() }
            transport.invalidate()
            #expect(await call.value?.kind == .cancelled)
            #expect(await error(transport, get(address)) == TransportError(.cancelled, mayHaveReachedServer: false))
            #expect(server.received.count == 1)
        }
    }

    @Test(arguments: ["nowhere", "ftp://a/", "http://a b/"]) func whatIsNoAddressIsNotSent(_ url: String) async throws {
        try await trying { transport, _, server in
            #expect(await error(transport, get(url)) == TransportError(.other, mayHaveReachedServer: false))
            #expect(server.connectionCount == 0)
        }
    }

    @Test func tasksOnTheLoopsExecutorStayOnItsThread() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<20 {
                tasks.addTask(executorPreference: LoopExecutor(loop)) {
                    await Task.yield()
                    return loop.inEventLoop
                }
            }
            for await isThere in tasks { #expect(isThere) }
        }
        try await group.shutdownGracefully()
    }
}
