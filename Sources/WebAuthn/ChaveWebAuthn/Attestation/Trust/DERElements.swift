import ChaveBase

/// Reads the elements of DER (X.690, section 8.1) one after another, without reading their content.
struct DERElements {
    /// One element: its tag, its content, and its whole encoding.
    struct Element {
        var tag: UInt8
        var content: ArraySlice<UInt8>
        var encoded: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Reads the next element.
    ///
    /// - Throws: ``WireError`` when no element is left, when its tag has more than one byte, or when it claims more
    ///   bytes than there are.
    mutating func next() throws(WireError) -> Element {
        var header = rest
        guard let tag = header.popFirst(), tag & 0x1F != 0x1F, let first = header.popFirst() else {
            throw .invalid(field: "element")
        }
        var count = Int(first)
        if first >= 0x80 {
            // No certificate needs more than four bytes of length; a length of no bytes would be BER.
            guard (0x81...0x84).contains(first), header.count >= Int(first & 0x7F) else {
                throw .invalid(field: "length")
            }
            count = header.prefix(Int(first & 0x7F)).reduce(0) { $0 << 8 | Int($1) }
            header = header.dropFirst(Int(first & 0x7F))
        }
        guard count <= header.count else { throw .invalid(field: "length") }
        let content = header.prefix(count)
        let element = Element(tag: tag, content: content, encoded: rest[..<content.endIndex])
        rest = rest[content.endIndex...]
        return element
    }
}
