import ChaveTransport
import Foundation
import Testing

/// A small real server on loopback, which answers as its paths say.
private final class LoopbackServer: @unchecked Sendable {
    // Unchecked: started before a test sees it, ended when it goes.
    let port: Int
    private let process = Process()

    private static let script = #"""
        import http.server, sys, time, threading
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *rest): pass
            def answer(self, status, body=b"", **headers):
                self.send_response(status)
                for name, value in headers.items(): self.send_header(name.replace("_", "-"), value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.path == "/echo": self.answer(200, body, X_Method=self.command, X_Cookie=self.headers.get("Cookie") or "none", Set_Cookie="a=b")
                elif self.path == "/redirect": self.answer(302, Location="/echo")
                elif self.path == "/denied": self.answer(401, b"[]", WWW_Authenticate='Basic realm="x"')
                elif self.path == "/none": self.send_response(204); self.end_headers()
                elif self.path == "/slow": time.sleep(60)
                elif self.path == "/drop": self.close_connection = True; self.connection.close()
                elif self.path == "/big": self.answer(200, b"x" * 100000)
                elif self.path == "/endless":
                    self.send_response(200); self.send_header("Transfer-Encoding", "chunked"); self.end_headers()
                    try:
                        # Without end, but not faster than URLSession on Linux can be told to stop: it buffers what
                        # came before the cancellation is carried out.
                        while True: self.wfile.write(b"400\r\n" + b"x" * 1024 + b"\r\n"); time.sleep(0.001)
                    except OSError: pass
                else: self.answer(404)
            do_GET = do_POST = do
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        print(server.server_address[1], flush=True)
        threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
        server.serve_forever()
        """#

    init() throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = Pipe()
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
            line += byte
        }
        port = try #require(Int(String(decoding: line, as: UTF8.self)))
    }

    deinit { process.terminate() }

    func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }
}

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

    @Test(arguments: ["/big", "/endless"]) func anAnswerIsBounded(_ path: String) async {
        let error = await failure { () async throws(TransportError) in try await send(path) }
        #expect(error?.kind == .responseTooLarge)
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
