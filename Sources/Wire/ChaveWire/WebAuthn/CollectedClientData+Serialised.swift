import ChaveBase

extension CollectedClientData {
    /// Reads client data in exactly the serialisation of section 5.8.1.1, with no member beyond those that the section
    /// names.
    ///
    /// Nearly all clients send this form. The members have fixed places, so that no general reader is needed. `nil`
    /// means any other text, valid or not: the general reader then decides. The general reader gives the same result
    /// for every text that this initialiser accepts.
    init?(serialised bytes: [UInt8]) {
        var reader = SerialisedReader(bytes)
        guard reader.skip(#"{"type":""#), let type = reader.text(), reader.skip(#","challenge":""#),
            let challenge = reader.text().flatMap(Base64URL.decode(slice:)), reader.skip(#","origin":""#),
            let origin = reader.text(), reader.skip(#","crossOrigin":"#), let crossOrigin = reader.bool()
        else { return nil }
        var topOrigin: ArraySlice<UInt8>?
        if reader.skip(#","topOrigin":""#) {
            guard let text = reader.text() else { return nil }
            topOrigin = text
        }
        guard reader.skip("}"), reader.isAtEnd else { return nil }
        self.init(
            type: String(decoding: type, as: UTF8.self),
            challenge: challenge,
            origin: String(decoding: origin, as: UTF8.self),
            crossOrigin: crossOrigin,
            topOrigin: topOrigin.map { String(decoding: $0, as: UTF8.self) }
        )
    }
}

/// The cursor over client data in the fixed serialisation.
private struct SerialisedReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// Moves past `literal` when the next bytes are `literal`.
    mutating func skip(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard count <= bytes.count - position else { return false }
        for offset in 0..<count where bytes[position + offset] != literal.utf8Start[offset] { return false }
        position += count
        return true
    }

    /// Reads the text up to a quote and moves past the quote; `nil` when the text is not plain ASCII without escapes.
    mutating func text() -> ArraySlice<UInt8>? {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return bytes[start..<position - 1] }
            guard (0x20..<0x80).contains(byte), byte != UInt8(ascii: "\\") else { return nil }
        }
        return nil
    }

    mutating func bool() -> Bool? {
        if skip("false") { return false }
        return skip("true") ? true : nil
    }
}
