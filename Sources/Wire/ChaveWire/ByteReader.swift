import ChaveBase

/// The cursor over a binary message.
///
/// The reader never reads past the end and never allocates for a size that the message only claims.
struct ByteReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    var remaining: Int { bytes.endIndex - position }
    var isAtEnd: Bool { position == bytes.endIndex }

    /// The bytes that were not read yet.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// The bytes that were read since `start`, an earlier `position`.
    func read(since start: Int) -> ArraySlice<UInt8> { bytes[start..<position] }

    mutating func byte(_ field: String) throws(WireError) -> UInt8 {
        guard position < bytes.endIndex else { throw .truncated(field: field) }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func take(_ count: Int, _ field: String) throws(WireError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw .truncated(field: field) }
        let start = position
        position += count
        return bytes[start..<position]
    }

    mutating func bigEndian<Number: FixedWidthInteger>(_: Number.Type, _ field: String) throws(WireError) -> Number {
        try take(Number.bitWidth / 8, field).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// Moves to an index that another reader over the same bytes reached.
    mutating func advance(to index: Int) {
        precondition(position <= index && index <= bytes.endIndex, "a reader only moves forward in its own bytes")
        position = index
    }

    /// Throws when bytes are left over: such a message is a different message.
    func finish() throws(WireError) {
        guard isAtEnd else { throw .trailingBytes }
    }
}
