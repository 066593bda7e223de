import ChaveTransport

/// The status line and the fields of a response that this client reads.
struct AnswerHead: Hashable {
    /// The rule for the end of the body (RFC 9112, section 6.3).
    enum Body: Hashable {
        case length(Int)
        case chunked
        case untilClose
    }

    var status: Int
    var headers = HTTPHeaders()
    var body = Body.untilClose
    var isKeptAlive: Bool

    /// The stored fields; the others would cost memory for each response, and nothing reads them.
    private static let kept: [[UInt8]] = [
        "content-type", "etag", "location", "preference-applied", "retry-after", "set-cookie", "www-authenticate",
    ].map { Array($0.utf8) }

    /// Reads the head without the empty line at its end; `nil` when it is not HTTP.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var lines = Lines(bytes)
        guard let line = lines.next(), let (version, status) = AnswerHead.statusLine(line) else { return nil }
        self.status = status
        isKeptAlive = version == 1
        var lengths: [Int] = []
        var isChunked = false
        while let field = lines.next() {
            guard let colon = field.firstIndex(of: UInt8(ascii: ":")), colon > field.startIndex else { return nil }
            let name = field[..<colon]
            let value = AnswerHead.trimmed(field[(colon + 1)...])
            if AnswerHead.isSame(name, AnswerHead.contentLength) {
                guard let length = AnswerHead.number(value) else { return nil }
                lengths.append(length)
            } else if AnswerHead.isSame(name, AnswerHead.transferEncoding) {
                guard AnswerHead.isSame(value, AnswerHead.chunked) else { return nil }
                isChunked = true
            } else if AnswerHead.isSame(name, AnswerHead.connection) {
                if AnswerHead.isSame(value, AnswerHead.close) { isKeptAlive = false }
            } else if AnswerHead.kept.contains(where: { AnswerHead.isSame(name, $0) }) {
                headers[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
            }
        }
        // Two lengths, or a length beside chunks, allow response splitting.
        guard lengths.count <= 1, !isChunked || lengths.isEmpty else { return nil }
        if (100..<200).contains(status) || status == 204 || status == 304 {
            body = .length(0)
        } else if isChunked {
            body = .chunked
        } else if let length = lengths.first {
            body = .length(length)
        } else {
            isKeptAlive = false
        }
    }

    private static let contentLength = Array("content-length".utf8)
    private static let transferEncoding = Array("transfer-encoding".utf8)
    private static let chunked = Array("chunked".utf8)
    private static let connection = Array("connection".utf8)
    private static let close = Array("close".utf8)

    /// Reads a status line such as `HTTP/1.x 200 reason`.
    private static func statusLine(_ line: Slice<UnsafeRawBufferPointer>) -> (version: Int, status: Int)? {
        let bytes = Array(line.prefix(12))
        guard bytes.count == 12, bytes.starts(with: Array("HTTP/1.".utf8)), (0x30...0x31).contains(bytes[7]),
            bytes[8] == 0x20, line.count == 12 || line[line.startIndex + 12] == 0x20,
            let status = number(line[(line.startIndex + 9)..<(line.startIndex + 12)]), status >= 100
        else { return nil }
        return (Int(bytes[7]) - 0x30, status)
    }

    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard !digits.isEmpty, digits.count <= 12 else { return nil }
        var number = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit) - 0x30
        }
        return number
    }

    private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var value = value
        while let first = value.first, first == 0x20 || first == 0x09 { value = value.dropFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value = value.dropLast() }
        return value
    }

    /// Compares two ASCII names without case; `lowercase` is in lower case.
    private static func isSame(_ name: Slice<UnsafeRawBufferPointer>, _ lowercase: [UInt8]) -> Bool {
        guard name.count == lowercase.count else { return false }
        for (byte, expected) in zip(name, lowercase) {
            let folded = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            if folded != expected { return false }
        }
        return true
    }
}

/// The lines of a head, without their ends.
private struct Lines {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    mutating func next() -> Slice<UnsafeRawBufferPointer>? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
        var line = rest[..<end]
        rest = end == rest.endIndex ? rest[end...] : rest[(end + 1)...]
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return line
    }
}
