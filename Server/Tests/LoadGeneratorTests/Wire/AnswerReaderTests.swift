import ChaveTransport
import NIOCore
import Testing

@testable import LoadGenerator

@Suite struct AnswerReaderTests {
    private struct Sample {
        var text: String
        var status: Int
        var body: String
        var isKeptAlive = true
    }

    private static let samples = [
        Sample(text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"7\"\r\n\r\nhello", status: 200, body: "hello"),
        Sample(text: "HTTP/1.1 204 No Content\r\n\r\n", status: 204, body: ""),
        Sample(text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n", status: 304, body: ""),
        Sample(text: "HTTP/1.1 404\r\ncontent-length:0\r\n\r\n", status: 404, body: ""),
        Sample(
            text: "HTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
            status: 200,
            body: "x"
        ),
        Sample(
            text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1A;x=y\r\n0123456789012345678901234"
                + "5\r\n0\r\nTrailer: x\r\n\r\n",
            status: 200,
            body: "abc01234567890123456789012345"
        ),
        Sample(
            text: "HTTP/1.1 500 No\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nno",
            status: 500,
            body: "no",
            isKeptAlive: false
        ),
        Sample(text: "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", status: 200, body: "ok", isKeptAlive: false),
    ]

    private func read(_ pieces: [[UInt8]]) throws -> [AnswerReader.Answer] {
        var (reader, buffer, answers) = (AnswerReader(), ByteBuffer(), [AnswerReader.Answer]())
        for piece in pieces {
            buffer.writeBytes(piece)
            while let answer = try reader.next(&buffer) { answers.append(answer) }
        }
        #expect(buffer.readableBytes == 0)
        return answers
    }

    @Test(arguments: samples.indices) func anAnswerIsTheSameHoweverItIsCut(_ number: Int) throws {
        let sample = AnswerReaderTests.samples[number]
        let bytes = Array(sample.text.utf8)
        let whole = try read([bytes])
        #expect(whole.count == 1)
        let answer = try #require(whole.first)
        #expect(answer.response.status == sample.status && answer.isKeptAlive == sample.isKeptAlive)
        #expect(String(decoding: answer.response.body, as: UTF8.self) == sample.body)
        for cut in 1..<bytes.count { #expect(try read([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole) }
        #expect(try read(bytes.map { [$0] }) == whole)
    }

    @Test func answersFollowEachOther() throws {
        let text = AnswerReaderTests.samples.prefix(6).map(\.text).joined()
        #expect(try read([Array(text.utf8)]).map(\.response.status) == [200, 204, 304, 404, 200, 200])
    }

    @Test func fieldsThatAClientReadsAreKept() throws {
        let fields = "X-Request-Id: 1\r\nETag:\t\"7\" \r\nPREFERENCE-APPLIED: wait=5\r\nContent-Length: 0"
        let text = "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n"
        let response = try #require(try read([Array(text.utf8)]).first?.response)
        #expect(response.headers["etag"] == "\"7\"" && response.headers["preference-applied"] == "wait=5")
        #expect(response.headers["x-request-id"] == nil)
    }

    @Test func anAnswerWithoutALengthEndsWithItsConnection() throws {
        var (reader, buffer) = (AnswerReader(), ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\nall of it"))
        let early = try reader.next(&buffer)
        #expect(early == nil)
        let end = reader.end()
        let answer = try #require(end)
        #expect(answer.response.body == Array("all of it".utf8) && !answer.isKeptAlive)
        let nothing = reader.end()
        #expect(nothing == nil)
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/2.0 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 2OO OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
    ])
    func whatIsNoHTTPIsRefused(_ text: String) {
        var (reader, buffer) = (AnswerReader(), ByteBuffer(string: text))
        #expect(throws: AnswerReader.Fault.malformed) { try reader.next(&buffer) }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n01234567890",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n5\r\n",
    ])
    func whatIsTooLongIsRefused(_ text: String) {
        var (reader, buffer) = (AnswerReader(longestBody: 10), ByteBuffer(string: text))
        #expect(throws: AnswerReader.Fault.tooLong) { while try reader.next(&buffer) != nil {} }
    }

    @Test func aHeadWithoutEndIsRefused() {
        var (reader, buffer) = (AnswerReader(), ByteBuffer(repeating: 0x61, count: 70_000))
        #expect(throws: AnswerReader.Fault.tooLong) { try reader.next(&buffer) }
    }
}
