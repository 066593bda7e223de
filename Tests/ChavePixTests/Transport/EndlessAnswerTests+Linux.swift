#if os(Linux)
    import ChaveTransport
    import Testing

    /// A server that never stops sending, as fast as it can.
    @Suite(.serialized) struct EndlessAnswerTests {
        private static let bound = 128 << 20

        /// Several at once, so that this process is short of processor time as it is under load.
        private func growth(_ path: String, timeoutMilliseconds: Int64) async throws -> Int {
            let server = try LoopbackServer()
            let transport = URLSessionTransport(longestResponse: 50_000)
            let request = HTTPRequest(method: .get, url: server.url(path), timeoutMilliseconds: timeoutMilliseconds)
            return await ResidentMemory.growth {
                for _ in 0..<4 {
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<8 {
                            group.addTask {
                                let result = await Task { try await transport.send(request) }.result
                                #expect(throws: TransportError.self) { try result.get() }
                            }
                        }
                    }
                }
            }
        }

        @Test(arguments: ["/endless", "/endless-refusal", "/bomb"])
        func anAnswerWithoutEndIsCutOffBeforeItFillsTheMemory(_ path: String) async throws {
            #expect(try await growth(path, timeoutMilliseconds: 20_000) < Self.bound)
        }

        @Test func theBodyOfARedirectIsBoundedByTheTimeout() async throws {
            #expect(try await growth("/endless-redirect", timeoutMilliseconds: 300) < 2 * Self.bound)
        }
    }
#endif
