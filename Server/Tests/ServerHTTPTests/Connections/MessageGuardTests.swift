import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import HTTPKernel

/// What HTTP/1 asks of messages and connections, on a connection without a socket.
struct MessageGuardTests {
    /// One connection of the server, whose routes are the test.
    private struct Connection {
        let channel = EmbeddedChannel()
        private let halves = OutputEnd()

        init() throws {
            let line = RequestLine()
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers([halves, line])
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
            try pipeline.addHandlers([MessageGuard(RequestLimits(), line), HTTP1ToHTTPServerCodec(secure: false)])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        /// What the parser itself does not take is an error here, which the server answers with 400.
        func send(_ text: String) { _ = try? channel.writeInbound(ByteBuffer(string: text)) }

        /// The requests that were passed on, by their targets and hosts.
        func passed() throws -> [String] {
            var found: [String] = []
            while let part = try channel.readInbound(as: HTTPRequestPart.self) {
                if case .head(let head) = part { found.append("\(head.authority ?? "-") \(head.path ?? "")") }
            }
            return found
        }

        func answer(_ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [.contentLength: "0"]) throws {
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status, headerFields: headers)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }

        /// Everything that was written since the last time.
        func said() throws -> String {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }

        func pass(milliseconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds)) }

        var isOpen: Bool { channel.isActive }

        /// Whether nothing more will be said, while something may still be heard.
        var hasEnded: Bool { halves.hasEnded }
    }

    private static func request(_ lines: String..., method: String = "POST", version: String = "1.1") -> String {
        (["\(method) /a HTTP/\(version)"] + lines + ["", ""]).joined(separator: "\r\n")
    }

    /// One fault at a time; a new refusal without a case here does not compile.
    private static func faulty(_ refusal: HeadRefusal) -> String {
        switch refusal {
        case .codingInOldVersion: request("Host: a", "Transfer-Encoding: chunked", version: "1.0")
        case .lengthBesideCoding: request("Host: a", "Content-Length: 1", "Transfer-Encoding: gzip, chunked")
        case .brokenCoding: request("Host: a", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked")
        case .unknownCoding: request("Host: a", "Transfer-Encoding: x, chunked")
        case .lengthTwice: request("Host: a", "Content-Length: 5", "Content-Length: 5")
        case .hostMissing: request("Content-Length: 0")
        case .hostTwice: request("Host: a", "Host: a")
        case .hostMalformed: request("Host: a/b")
        case .unknownExpectation: request("Host: a", "Expect: 200-ok", "Content-Length: 5")
        case .targetTooLong: "GET /" + String(repeating: "a", count: 90_000)
        case .headersTooLarge: request("Host: a", "X: " + String(repeating: "a", count: 90_000))
        }
    }

    /// What llhttp finds before anybody else is told by the parser's own 400.
    private static let byTheParser: Set<HeadRefusal> = [.lengthBesideCoding, .brokenCoding, .lengthTwice]

    @Test(arguments: HeadRefusal.allCases.filter { !byTheParser.contains($0) })
    func eachFaultOfAHeadIsNamedAndEndsTheConnection(_ refusal: HeadRefusal) throws {
        let connection = try Connection()
        connection.send(Self.faulty(refusal))
        let said = try connection.said()
        #expect(said.hasPrefix("HTTP/1.1 \(refusal.status.code) "))
        #expect(said.contains("Connection: close\r\n"))
        #expect(said.hasSuffix(refusal.sentence + "\n"))
        #expect(try connection.passed().isEmpty)
        // A client that still sends has a moment to read the answer.
        connection.pass(milliseconds: 1_000)
        #expect(!connection.isOpen)
    }

    @Test(arguments: byTheParser)
    func whatTheParserLeavesIsRefusedTooAndNothingOfItIsPassedOn(_ refusal: HeadRefusal) throws {
        let connection = try Connection()
        connection.send(Self.faulty(refusal))
        #expect(try connection.passed().isEmpty)
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: ["Host": "a"])
        switch refusal {
        case .lengthTwice: for _ in 1...2 { head.headers.add(name: "Content-Length", value: "5") }
        case .brokenCoding: for _ in 1...2 { head.headers.add(name: "Transfer-Encoding", value: "chunked") }
        default: head.headers.add(contentsOf: [("Content-Length", "5"), ("Transfer-Encoding", "chunked")])
        }
        #expect(HeadRefusal(head) == refusal)
    }

    @Test(arguments: [
        "Transfer-Encoding: gzip", "Transfer-Encoding: chunked, gzip", "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding:\u{0B}chunked", "Content-Length: -1", "Content-Length: 5, 5", "Content-Length: 0x5",
        "Content-Length: 99999999999999999999999999", "X: a\r\n b", "Content-Length : 5", "Transfer-Encoding : chunked",
    ])
    func aLengthThatTwoProgramsReadDifferentlyIsNeverPassedOn(_ line: String) throws {
        let connection = try Connection()
        connection.send(Self.request("Host: a", line) + "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.passed().isEmpty)
    }

    @Test func nothingBehindARefusedHeadIsPassedOn() throws {
        let connection = try Connection()
        connection.send(Self.request("Host: a", "Transfer-Encoding: x, chunked"))
        connection.send("0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.passed().isEmpty)
        #expect(try connection.said().components(of: "HTTP/1.1 ") == 1)
        #expect(!connection.isOpen, "it has sent all that belongs to the request")
    }

    @Test func aRefusalWaitsForTheAnswersBeforeIt() throws {
        let connection = try Connection()
        connection.send(Self.request("Host: a", method: "GET") + Self.request("Host: a", "Host: b", method: "GET"))
        #expect(try connection.said().isEmpty)
        #expect(try connection.passed() == ["a /a"])
        try connection.answer()
        let said = try connection.said()
        #expect(said.hasPrefix("HTTP/1.1 200 "))
        #expect(said.contains("HTTP/1.1 400 "))
        connection.pass(milliseconds: 1_000)
        #expect(!connection.isOpen)
    }

    @Test func theOldVersionNeedsNoHost() throws {
        let connection = try Connection()
        connection.send(Self.request(method: "GET", version: "1.0"))
        #expect(try connection.passed() == ["- /a"])
    }

    @Test func theHostOfAnAbsoluteTargetCounts() throws {
        let connection = try Connection()
        connection.send("GET http://b:80/c?d HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.send("GET HTTP://b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.passed() == ["b:80 /c?d", "b /"])
        connection.send("GET http://user@b/ HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try connection.passed().isEmpty)
        let other = try Connection()
        other.send("GET http://b/ HTTP/1.1\r\n\r\n")
        #expect(try other.said().hasPrefix("HTTP/1.1 400 "), "Host is missing still")
    }

    // MARK: - Expectations

    private static let expecting = request("Host: a", "Expect: 100-Continue", "Content-Length: 1")

    @Test func aClientThatWaitsForContinueIsToldToGoOn() throws {
        let connection = try Connection()
        connection.send(Self.expecting)
        #expect(try connection.said() == "HTTP/1.1 100 Continue\r\n\r\n")
        connection.send("x")
        try connection.answer()
        #expect(try connection.said().components(of: "HTTP/1.1 ") == 1)
        #expect(connection.isOpen)
    }

    @Test func itIsToldWhenItsRequestIsTheFirstInLine() throws {
        let connection = try Connection()
        connection.send(Self.request("Host: a", method: "GET") + Self.expecting)
        #expect(try connection.said().isEmpty)
        try connection.answer()
        #expect(try connection.said().hasSuffix("\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"))
    }

    @Test(arguments: [
        request("Host: a", "Expect: 100-continue", "Content-Length: 999999999999"),
        request("Host: a", "Expect: 100-continue", "Content-Length: 18446744073709551615"),
        request("Host: a", "Expect: 100-continue", "Content-Length: 0"),
        request("Host: a", "Expect: 100-continue"),
        request("Host: a", "Expect: 100-continue", "Content-Length: 1", version: "1.0"),
        request("Host: a", "Expect: 100-continue", "Content-Length: 1") + "x",
    ])
    func nobodyIsAskedForABodyThatIsNotWanted(_ text: String) throws {
        let connection = try Connection()
        connection.send(text)
        let isThere = text.hasSuffix("x")
        #expect(try connection.said().isEmpty || isThere)
    }

    // MARK: - How connections end

    @Test func theOldVersionIsClosedAfterItsAnswerUnlessItAskedToBeKept() throws {
        let connection = try Connection()
        connection.send(Self.request("Connection: keep-alive", method: "GET", version: "1.0"))
        try connection.answer()
        #expect(try connection.said().contains("Connection: keep-alive\r\n"))
        #expect(connection.isOpen)
        connection.send(Self.request(method: "GET", version: "1.0"))
        try connection.answer()
        #expect(try connection.said().contains("Connection: close\r\n"))
        #expect(!connection.isOpen)
    }

    @Test func anAnswerWithoutALengthEndsWithTheConnectionOfTheOldVersion() throws {
        let connection = try Connection()
        connection.send(Self.request("Connection: keep-alive", method: "GET", version: "1.0"))
        try connection.answer(.ok, [:])
        let said = try connection.said()
        #expect(!said.lowercased().contains("chunked"))
        #expect(!connection.isOpen)
    }

    @Test func aRequestThatSaysItIsTheLastIsTheLast() throws {
        let connection = try Connection()
        connection.send(Self.request("Host: a", "Connection: x, Close", method: "GET"))
        try connection.answer()
        #expect(try connection.said().contains("Connection: close\r\n"))
        #expect(!connection.isOpen)
    }

    /// A reset would reach a client that still sends before the answer does.
    @Test func aClientThatStillSendsHasAMomentForTheAnswer() throws {
        let connection = try Connection()
        connection.send(Self.request("Host: a", "Content-Length: 999999999999") + "x")
        try connection.answer(.contentTooLarge, [.contentLength: "0", .connection: "close"])
        connection.send("xxx")
        connection.pass(milliseconds: 999)
        #expect(connection.isOpen && connection.hasEnded)
        connection.pass(milliseconds: 1)
        #expect(!connection.isOpen)
    }
}

/// Stands for the socket, which closes its output by itself: a channel without one knows no halves.
private final class OutputEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private(set) var hasEnded = false

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        hasEnded = true
        promise?.succeed()
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(of part: String) -> Int {
        ranges(of: part).count
    }
}
