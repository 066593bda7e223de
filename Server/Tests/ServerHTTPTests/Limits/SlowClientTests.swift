import Foundation
import Testing

@testable import HTTPKernel

/// Slow clients on a real socket, with shortened limits.
@Suite(.timeLimit(.minutes(15)))
struct SlowClientTests {
    private static let limits: RequestLimits = {
        var limits = RequestLimits()
        limits.headersMilliseconds = 200
        limits.bodyMilliseconds = 300
        return limits
    }()

    private static let post = "POST /payments/br/customers/ HTTP/1.1\r\nHost: localhost\r\n"

    @Test func aClientThatDripsItsHeadersIsRefused() async throws {
        try await withServer { server in
            try await server.withSocket(limits: SlowClientTests.limits) { _, port in
                let answer = try await SlowClient(port: port).drip(after: "\(SlowClientTests.post)X-Slow: ")
                #expect(answer.text.hasPrefix("HTTP/1.1 408 "))
            }
        }
    }

    @Test func aClientThatDripsItsBodyIsRefused() async throws {
        try await withServer { server in
            let before = try await server.census(server.shop)
            try await server.withSocket(limits: SlowClientTests.limits) { _, port in
                let id = String(repeating: "a", count: 32)
                let head = "\(SlowClientTests.post)Content-Length: 60000\r\nX-Request-Id: \(id)\r\n\r\n"
                let answer = try await SlowClient(port: port).drip(after: head)
                #expect(answer.text.hasPrefix("HTTP/1.1 408 "))
                #expect(answer.text.contains(id))
            }
            #expect(try await server.census(server.shop) == before)
        }
    }

    /// A body over the limit is refused at once, and what still drips of it is not waited for either.
    @Test func aBodyTooLargeThatDripsOnIsCutOff() async throws {
        try await withServer { server in
            try await server.withSocket(limits: SlowClientTests.limits) { _, port in
                let credentials = server.shop.basic.headers.map { "\($0.name): \($0.value)\r\n" }.joined()
                let head = "\(SlowClientTests.post)\(credentials)Content-Length: 900000\r\n\r\n"
                let answer = try await SlowClient(port: port).drip(after: head + String(repeating: "x", count: 66_000))
                #expect(answer.text.hasPrefix("HTTP/1.1 413 "))
            }
        }
    }

    /// Within a limit that no machine is too slow for.
    @Test func aClientThatIsOnlyUnhurriedIsServed() async throws {
        var limits = RequestLimits()
        limits.headersMilliseconds = 600_000
        let unhurried = limits
        try await withServer { server in
            try await server.withSocket(limits: unhurried) { _, port in
                let answer = try await SlowClient(port: port).drip(
                    after: "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Slow: ",
                    bytes: 3,
                    then: "\r\n\r\n"
                )
                #expect(answer.text.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }
}

/// Sends its request byte by byte; the pauses are real time, because the other side's are.
private struct SlowClient {
    let port: Int

    struct Answer {
        var text = ""
        var isClosed = false
    }

    private static let pauseMilliseconds = 20

    /// Sends `beginning`, then single bytes, `bytes` of them where that is given and then `end`, and listens until the
    /// server closes, however long a busy machine takes for that.
    func drip(after beginning: String, bytes: Int? = nil, then end: String = "") async throws -> Answer {
        let socket = try connected()
        defer { close(socket) }
        var answer = Answer()
        send(beginning, to: socket)
        var sent = 0
        while !answer.isClosed {
            if sent == bytes { send(end, to: socket) }
            // The bodies of these tests are longer than what is sent of them in ten minutes.
            if sent < bytes ?? 30_000 { send("x", to: socket) }
            sent += 1
            try await Task.sleep(for: .milliseconds(SlowClient.pauseMilliseconds))
            listen(socket, &answer)
        }
        return answer
    }

    private func connected() throws -> Int32 {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // A `sockaddr_in`: family, port and 127.0.0.1, then zeros.
        let address =
            [UInt8(AF_INET), 0, UInt8(port >> 8), UInt8(port & 0xFF), 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        let isConnected = address.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return connect(socket, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
        guard isConnected else { throw TestProblem("no connection to port \(port)") }
        return socket
    }

    private func send(_ text: String, to socket: Int32) {
        let bytes = Array(text.utf8)
        _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private func listen(_ socket: Int32, _ answer: inout Answer) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { answer.text += String(decoding: buffer[..<count], as: UTF8.self) }
        if count == 0 || (count < 0 && errno != EAGAIN) { answer.isClosed = true }
    }
}
