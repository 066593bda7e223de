import ChaveTransport
import NIOCore

/// Reads answers of HTTP/1.1 from bytes as they come, however they are cut.
struct AnswerReader {
    /// Why a connection cannot be read any further.
    enum Fault: Error, Hashable {
        /// The bytes are no HTTP.
        case malformed
        /// The answer is longer than this client takes.
        case tooLong
    }

    /// A whole answer, and whether its connection can carry another one.
    struct Answer: Hashable {
        var response: HTTPResponse
        var isKeptAlive: Bool
    }

    private enum State {
        case head
        case body(AnswerHead, left: Int)
        case chunkSize(AnswerHead)
        case chunk(AnswerHead, left: Int)
        case chunkEnd(AnswerHead)
        case trailers(AnswerHead)
        case untilClose(AnswerHead)
    }

    private static let longestHead = 64 << 10
    private static let longestLine = 1 << 10

    private let longestBody: Int
    private var state = State.head
    private var body: [UInt8] = []

    init(longestBody: Int = 8 << 20) { self.longestBody = longestBody }

    /// Whether nothing of an answer has been read.
    var isBetweenAnswers: Bool { if case .head = state { true } else { false } }

    /// The next whole answer; `nil` when more bytes are needed.
    mutating func next(_ buffer: inout ByteBuffer) throws(Fault) -> Answer? {
        while true {
            switch state {
            case .head:
                guard let head = try readHead(&buffer) else { return nil }
                // 100 and 103 say that an answer will come.
                if (100..<200).contains(head.status) { continue }
                try begin(head)
            case .body(let head, let left):
                let rest = take(left, of: &buffer)
                if rest == 0 { return finish(head) }
                state = .body(head, left: rest)
                return nil
            case .untilClose:
                try requireRoom(buffer.readableBytes)
                _ = take(buffer.readableBytes, of: &buffer)
                return nil
            case .chunkSize, .chunk, .chunkEnd, .trailers:
                guard try stepInChunks(&buffer) else { return nil }
                if case .body(let head, left: 0) = state { return finish(head) }
            }
        }
    }

    /// The connection has been closed; an answer that ends there is whole now.
    mutating func end() -> Answer? {
        guard case .untilClose(let head) = state else { return nil }
        return finish(head)
    }

    // MARK: Parts

    private mutating func readHead(_ buffer: inout ByteBuffer) throws(Fault) -> AnswerHead? {
        let end = buffer.withUnsafeReadableBytes { AnswerReader.endOfHead($0) }
        guard let end else {
            if buffer.readableBytes > AnswerReader.longestHead { throw .tooLong }
            return nil
        }
        guard end <= AnswerReader.longestHead else { throw .tooLong }
        let head = buffer.withUnsafeReadableBytes { AnswerHead(UnsafeRawBufferPointer(rebasing: $0[..<(end - 4)])) }
        buffer.moveReaderIndex(forwardBy: end)
        guard let head else { throw .malformed }
        return head
    }

    /// After the first empty line.
    private static func endOfHead(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 3
        while index < bytes.count {
            // Each fourth byte tells enough in most places.
            switch bytes[index] {
            case 0x0A:
                if bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A, bytes[index - 3] == 0x0D { return index + 1 }
                index += 2
            case 0x0D: index += 1
            default: index += 4
            }
        }
        return nil
    }

    private mutating func begin(_ head: AnswerHead) throws(Fault) {
        body = []
        switch head.body {
        case .length(let length):
            try requireRoom(length)
            body.reserveCapacity(length)
            state = .body(head, left: length)
        case .chunked: state = .chunkSize(head)
        case .untilClose: state = .untilClose(head)
        }
    }

    private func requireRoom(_ count: Int) throws(Fault) {
        guard count <= longestBody - body.count else { throw .tooLong }
    }

    /// Takes so many bytes, or as many as there are; how many are missing.
    private mutating func take(_ count: Int, of buffer: inout ByteBuffer) -> Int {
        let now = min(count, buffer.readableBytes)
        buffer.readWithUnsafeReadableBytes { bytes in
            body.append(contentsOf: bytes[..<now])
            return now
        }
        return count - now
    }

    private mutating func finish(_ head: AnswerHead) -> Answer {
        state = .head
        defer { body = [] }
        return Answer(
            response: HTTPResponse(status: head.status, headers: head.headers, body: body),
            isKeptAlive: head.isKeptAlive
        )
    }

    // MARK: Chunks (RFC 9112, section 7.1)

    /// One part of a chunked body; false when more bytes are needed.
    private mutating func stepInChunks(_ buffer: inout ByteBuffer) throws(Fault) -> Bool {
        switch state {
        case .chunkSize(let head):
            guard let line = try readLine(&buffer) else { return false }
            guard let size = Int(line.prefix { $0 != ";" && $0 != " " }, radix: 16), size >= 0 else { throw .malformed }
            try requireRoom(size)
            state = size == 0 ? .trailers(head) : .chunk(head, left: size)
        case .chunk(let head, let left):
            let rest = take(left, of: &buffer)
            state = rest == 0 ? .chunkEnd(head) : .chunk(head, left: rest)
            return rest == 0
        case .chunkEnd(let head):
            guard let line = try readLine(&buffer) else { return false }
            guard line.isEmpty else { throw .malformed }
            state = .chunkSize(head)
        case .trailers(let head):
            guard let line = try readLine(&buffer) else { return false }
            if line.isEmpty { state = .body(head, left: 0) }
        case .head, .body, .untilClose: break
        }
        return true
    }

    private func readLine(_ buffer: inout ByteBuffer) throws(Fault) -> String? {
        let view = buffer.readableBytesView
        guard let end = view.firstIndex(of: 0x0A) else {
            if view.count > AnswerReader.longestLine { throw .tooLong }
            return nil
        }
        let count = end - view.startIndex
        guard count <= AnswerReader.longestLine, var line = buffer.readString(length: count) else { throw .tooLong }
        buffer.moveReaderIndex(forwardBy: 1)
        if line.utf8.last == 0x0D { line.removeLast() }
        return line
    }
}
