/// Splits a stream of bytes into lines; a line that is too long becomes ``Line/tooLong``, and the stream continues
/// after it.
public struct LineSplitter: Sendable {
    /// The bytes between two line feeds.
    public enum Line: Hashable, Sendable {
        /// A line without its end.
        case bytes([UInt8])
        /// The line has more bytes than the limit, and its content is dropped.
        case tooLong
    }

    /// The maximum number of bytes in a line, without its line feed.
    public let limit: Int
    private var pending: [UInt8] = []
    private var isTooLong = false
    /// Whether any byte has arrived since the last line feed.
    private var hasBegun = false

    /// The maximum number of bytes in a request or an inspected text.
    public static let standardLimit = 1 << 20

    /// Creates a splitter; `limit` is the longest line in bytes.
    public init(limit: Int = LineSplitter.standardLimit) { self.limit = limit }

    /// The lines that end inside `bytes`; the first one includes the bytes left from before.
    public mutating func lines(endingIn bytes: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(take())
            } else {
                append(byte)
            }
        }
        return lines
    }

    /// The bytes after the last line feed; `nil` when there are none.
    public mutating func rest() -> Line? { hasBegun ? take() : nil }

    private mutating func append(_ byte: UInt8) {
        hasBegun = true
        if isTooLong { return }
        guard pending.count < limit else {
            isTooLong = true
            pending = []
            return
        }
        pending.append(byte)
    }

    private mutating func take() -> Line {
        defer {
            pending.removeAll(keepingCapacity: true)
            isTooLong = false
            hasBegun = false
        }
        return isTooLong ? .tooLong : .bytes(pending)
    }
}
