/// Cuts a stream of bytes into lines; one that is too long is only counted, and the stream goes on behind it.
public struct LineSplitter: Sendable {
    /// What stood between two line feeds.
    public enum Line: Hashable, Sendable {
        /// A line without its end.
        case bytes([UInt8])
        /// It has more bytes than are taken; what it held is gone.
        case tooLong
    }

    /// The most bytes that a line may have, its line feed not counted.
    public let limit: Int
    private var pending: [UInt8] = []
    private var isTooLong = false
    /// Whether anything came since the last line feed.
    private var hasBegun = false

    /// The most bytes that a request or an inspected text may have.
    public static let standardLimit = 1 << 20

    /// `limit` is the longest line in bytes.
    public init(limit: Int = LineSplitter.standardLimit) { self.limit = limit }

    /// The lines that end inside `bytes`, the first with what was left before.
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

    /// What stands behind the last line feed; `nil` when nothing does.
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
