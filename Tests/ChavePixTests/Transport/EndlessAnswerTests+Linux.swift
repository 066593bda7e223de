#if os(Linux)
    import Dispatch
    import Foundation
    import FoundationNetworking
    import Testing

    @testable import ChaveTransport

    /// A server that never stops sending, as fast as it can.
    @Suite(.serialized, .timeLimit(.minutes(15))) struct EndlessAnswerTests {
        private static let bound = 128 << 20

        /// Several at once, so that this process is short of processor time as it is under load.
        private func growth(
            _ path: String,
            endingBy kind: TransportError.Kind,
            timeoutMilliseconds: Int64
        ) async throws -> Int {
            let ending = TransportError(kind, mayHaveReachedServer: true)
            let server = try LoopbackServer()
            let transport = URLSessionTransport(longestResponse: 50_000)
            let request = HTTPRequest(method: .get, url: server.url(path), timeoutMilliseconds: timeoutMilliseconds)
            let growth = await ResidentMemory.growth {
                for _ in 0..<4 {
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<8 {
                            group.addTask {
                                let result = await Task { try await transport.send(request) }.result
                                #expect(throws: ending) { try result.get() }
                            }
                        }
                    }
                }
            }
            let echo = HTTPRequest(method: .get, url: server.url("/echo"))
            #expect(try await transport.send(echo).status == 200, "what came before does not stand in the way")
            return growth
        }

        @Test func thisFoundationHasTheQueueThatLetsACancellationPass() {
            let session = URLSession(configuration: .ephemeral)
            #expect(ReadingQueue.find(in: session) != nil)
            session.invalidateAndCancel()
        }

        @Test func aCallThatCannotBeginEndsForItsCaller() async throws {
            let server = try LoopbackServer()
            let transport = URLSessionTransport()
            let session = try #require(Mirror(reflecting: transport).descendant("session") as? URLSession)
            let work = try #require(Mirror(reflecting: session).descendant("workQueue") as? DispatchQueue)
            let isOver = DispatchSemaphore(value: 0)
            // As an answer does that keeps coming.
            work.async { isOver.wait() }
            let request = HTTPRequest(method: .get, url: server.url("/echo"), timeoutMilliseconds: 50)
            let result = await Task { try await transport.send(request) }.result
            isOver.signal()
            #expect(throws: TransportError(.timedOut, mayHaveReachedServer: true)) { try result.get() }
            let echo = HTTPRequest(method: .get, url: server.url("/echo"))
            #expect(try await transport.send(echo).status == 200)
        }

        @Test(arguments: ["/endless", "/endless-refusal", "/bomb"])
        func anAnswerWithoutEndIsCutOffBeforeItFillsTheMemory(_ path: String) async throws {
            #expect(try await growth(path, endingBy: .responseTooLarge, timeoutMilliseconds: 20_000) < Self.bound)
        }

        /// How much of it comes until then is the server's to decide: this one is slow.
        @Test func theBodyOfARedirectIsEndedByTheTimeout() async throws {
            _ = try await growth("/endless-redirect", endingBy: .timedOut, timeoutMilliseconds: 300)
        }
    }
#endif
