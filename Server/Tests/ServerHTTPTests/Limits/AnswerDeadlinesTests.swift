import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing

@testable import HTTPKernel

/// A client takes its answers within 30 s, on a clock of the test's.
struct AnswerDeadlinesTests {
    /// One connection of the server, to a client that takes what the test says.
    private struct Connection {
        let channel = EmbeddedChannel()
        let work = WorkUnderWay()
        private let client = UnhurriedClient()

        init() throws {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(client)
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
            try pipeline.addHandlers([
                HTTP1ToHTTPServerCodec(secure: false), AnswerDeadlines(RequestLimits(), work),
            ])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        func ask(_ text: String = "GET / HTTP/1.1\r\nHost: a\r\n\r\n") throws {
            try channel.writeInbound(ByteBuffer(string: text))
        }

        func answer() {
            let head = HTTPResponse(status: .ok, headerFields: [.contentLength: "1"])
            for part: HTTPResponsePart in [.head(head), .body(ByteBuffer(string: "x")), .end(nil)] {
                channel.writeAndFlush(part, promise: nil)
            }
        }

        /// The client reads: head, body and end of the oldest answer that it has not taken.
        func takeOne() { client.take(3) }

        func pass(seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        func quiesce() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    @Test func anAnswerThatIsNotTakenEndsTheConnectionAfterThirtySeconds() throws {
        let connection = try Connection()
        try connection.ask()
        connection.answer()
        connection.pass(seconds: 29)
        #expect(connection.channel.isActive)
        connection.pass(seconds: 1)
        #expect(!connection.channel.isActive)
    }

    @Test func anAnswerThatIsTakenInTimeEndsNothing() throws {
        let connection = try Connection()
        for _ in 1...3 {
            try connection.ask()
            // The server may think as long as it likes.
            connection.pass(seconds: 300)
            connection.answer()
            connection.pass(seconds: 29)
            connection.takeOne()
        }
        connection.pass(seconds: 300)
        #expect(connection.channel.isActive)
    }

    /// Who has asked for many answers has thirty seconds for each, and not for all of them.
    @Test func theTimeOfAnAnswerBeginsWhenItIsTheFirstInLine() throws {
        let connection = try Connection()
        for _ in 1...3 { try connection.ask() }
        for _ in 1...3 { connection.answer() }
        for _ in 1...2 {
            connection.pass(seconds: 29)
            connection.takeOne()
        }
        connection.pass(seconds: 29)
        #expect(connection.channel.isActive)
        connection.pass(seconds: 1)
        #expect(!connection.channel.isActive)
    }

    @Test func aServerThatEndsWaitsForAReaderNoLongerThanSevenSeconds() throws {
        let before = try Connection()
        try before.ask()
        before.answer()
        before.pass(seconds: 2)
        before.quiesce()
        let later = try Connection()
        try later.ask()
        later.quiesce()
        later.answer()
        for connection in [before, later] {
            connection.pass(seconds: 6)
            #expect(connection.channel.isActive)
            connection.pass(seconds: 1)
            #expect(!connection.channel.isActive)
        }
    }

    @Test func aRequestIsUnderWayFromItsHeadUntilItsAnswerIsTaken() throws {
        let connection = try Connection()
        try connection.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx")
        #expect(connection.work.count == 1, "its body is still to come")
        try connection.ask("x")
        connection.answer()
        #expect(connection.work.count == 1, "nobody has its answer")
        connection.takeOne()
        #expect(connection.work.count == 0)
        for _ in 1...2 { try connection.ask() }
        #expect(connection.work.count == 2)
    }

    @Test func theRequestsOfAClientThatHasGoneAreNobodys() throws {
        let connection = try Connection()
        for _ in 1...3 { try connection.ask() }
        connection.answer()
        #expect(connection.work.count == 3)
        connection.channel.close(promise: nil)
        connection.channel.embeddedEventLoop.run()
        #expect(connection.work.count == 0)
    }
}

/// Stands for the kernel and the client behind it: a write is done when the client takes it.
private final class UnhurriedClient: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var untaken: [EventLoopPromise<Void>?] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        untaken.append(promise)
    }

    func flush(context: ChannelHandlerContext) {}

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        for write in untaken { write?.fail(ChannelError.ioOnClosedChannel) }
        untaken = []
        context.close(mode: mode, promise: promise)
    }

    func take(_ writes: Int) {
        for write in untaken.prefix(writes) { write?.succeed() }
        untaken.removeFirst(min(writes, untaken.count))
    }
}
