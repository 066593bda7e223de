import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import HTTPKernel

/// Headers within 10 s, bodies within 30 s (Payments API, section 1), on a clock of the test's.
struct RequestDeadlinesTests {
    /// One connection of the server, from bytes to requests.
    private struct Connection {
        let channel = EmbeddedChannel()

        init() throws {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
            try pipeline.addHandlers([HTTP1ToHTTPServerCodec(secure: false), RequestDeadlines(RequestLimits())])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

        /// A byte now and one after each second.
        func drip(seconds: Int, _ byte: String = "x") throws {
            for _ in 0..<seconds {
                if channel.isActive { try send(byte) }
                pass(seconds: 1)
            }
        }

        func pass(seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        func answer() throws {
            let head = HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])
            try channel.writeOutbound(HTTPResponsePart.head(head))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }

        func said() throws -> String {
            var text = ""
            while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
            return text
        }
    }

    private static let whole = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"

    @Test func headersThatDripAreRefusedAfterTenSeconds() throws {
        let connection = try Connection()
        try connection.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
        try connection.drip(seconds: 9)
        #expect(connection.channel.isActive)
        try connection.drip(seconds: 1)
        #expect(!connection.channel.isActive)
        #expect(try connection.said().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    }

    @Test func headersOfALaterRequestAreMeasuredFromTheirFirstByte() throws {
        let connection = try Connection()
        try connection.send(RequestDeadlinesTests.whole)
        try connection.answer()
        #expect(try connection.said().hasPrefix("HTTP/1.1 200"))
        connection.pass(seconds: 45)
        #expect(connection.channel.isActive)
        try connection.send("GET / HTTP/1.1\r\nX: ")
        try connection.drip(seconds: 9)
        #expect(connection.channel.isActive)
        try connection.drip(seconds: 1)
        #expect(!connection.channel.isActive)
        #expect(try connection.said().contains("408"))
    }

    @Test func aConnectionThatSaysNothingIsClosedWithoutAWord() throws {
        let connection = try Connection()
        connection.pass(seconds: 9)
        #expect(connection.channel.isActive)
        connection.pass(seconds: 1)
        #expect(!connection.channel.isActive)
        #expect(try connection.said() == "")
    }

    @Test func aBodyThatDripsEndsAfterThirtySeconds() throws {
        let connection = try Connection()
        try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
        try connection.drip(seconds: 29)
        #expect(throws: Never.self) { try connection.channel.throwIfErrorCaught() }
        connection.pass(seconds: 1)
        #expect(throws: OverdueBody.self) { try connection.channel.throwIfErrorCaught() }
    }

    @Test func aServerThatEndsWaitsForABodyNoLongerThanSevenSeconds() throws {
        let connection = try Connection()
        try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
        try connection.drip(seconds: 2)
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try connection.drip(seconds: 6)
        #expect(throws: Never.self) { try connection.channel.throwIfErrorCaught() }
        connection.pass(seconds: 1)
        #expect(throws: OverdueBody.self) { try connection.channel.throwIfErrorCaught() }
    }

    @Test func anAnswerMayTakeLongerThanARequest() throws {
        let connection = try Connection()
        try connection.send(RequestDeadlinesTests.whole)
        connection.pass(seconds: 300)
        #expect(connection.channel.isActive)
        try connection.answer()
        #expect(try connection.said().hasPrefix("HTTP/1.1 200"))
        #expect(throws: Never.self) { try connection.channel.throwIfErrorCaught() }
    }

    /// The server reads no further than it answers, so the rest of a second request may stand in the socket.
    @Test func whatWaitsBehindAnAnswerOfOursIsNotLate() throws {
        for second in ["GET / HTTP/1.1\r\nX: ", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx"] {
            let connection = try Connection()
            try connection.send(RequestDeadlinesTests.whole)
            try connection.send(second)
            connection.pass(seconds: 35)
            #expect(connection.channel.isActive)
            #expect(throws: Never.self) { try connection.channel.throwIfErrorCaught() }
            try connection.answer()
            #expect(try connection.said().hasPrefix("HTTP/1.1 200"))
            connection.pass(seconds: 60)
            let isEnded = !connection.channel.isActive || (try? connection.channel.throwIfErrorCaught()) == nil
            #expect(isEnded, "\(second)")
        }
    }

    @Test func aThousandQuickRequestsAreNeverLate() throws {
        let connection = try Connection()
        for _ in 0..<1_000 {
            try connection.send(RequestDeadlinesTests.whole)
            try connection.answer()
        }
        connection.pass(seconds: 59)
        #expect(connection.channel.isActive)
        #expect(throws: Never.self) { try connection.channel.throwIfErrorCaught() }
    }
}
