import ChaveTransport
import NIOCore

/// Reads responses of HTTP/1.1 from bytes in pieces of any size.
struct AnswerReader {
    /// The reason why a connection cannot be read any further.
    enum Fault: Error, Hashable {
        /// The bytes are not HTTP.
        case malformed
        /// The response is longer than this client accepts.
        case tooLong
    }

    /// A whole response, and whether its connection can carry another one.
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

    /// Whether no part of a response has been read.
    var isBetweenAnswers: Bool { if case .head = state { true } else { false } }

    /// The next whole response; `nil` when more bytes are needed.
    mutating func next(_ buffer: inout ByteBuffer) throws(Fault) -> Answer? {
        while true {
            switch state {
            case .head:
                guard let head = try readHead(&buffer) else { return nil }
                // Statuses such as 100 and 103 announce a later response.
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

    /// Ends the reading of a closed connection; a response that ends there is now whole.
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

    /// The index after the first empty line.
    private static func endOfHead(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var index = 3
        while index < bytes.count {
            // In most places it is enough to look at each fourth byte.
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

    /// Takes `count` bytes, or as many as there are, and returns the number of missing ones.
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

    /// Reads one part of a chunked body; returns false when more bytes are needed.
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
