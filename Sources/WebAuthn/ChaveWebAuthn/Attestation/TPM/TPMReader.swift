/// A cursor over a structure of the TPM 2.0 Library, Part 2, whose numbers are big-endian.
///
/// The cursor never reads past the end, and never allocates for a size that the structure only claims.
struct TPMReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type
    ) throws(AttestationRefusal) -> Number {
        try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
    }

    mutating func take(_ count: Int) throws(AttestationRefusal) -> [UInt8] {
        guard count <= rest.count else { throw .statementMalformed }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Reads a `TPM2B_…`: a size of two bytes, then that many bytes.
    mutating func sized() throws(AttestationRefusal) -> [UInt8] {
        let count = try number(UInt16.self)
        return try take(Int(count))
    }

    /// Refuses left-over bytes: a structure with more bytes is a different structure.
    func finish() throws(AttestationRefusal) {
        guard rest.isEmpty else { throw .statementMalformed }
    }
}
