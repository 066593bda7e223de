import ChaveBase

extension CollectedClientData {
    /// Reads client data that is written exactly as section 5.8.1.1 says, with no member beyond those it names.
    ///
    /// That is what nearly all clients send, and it needs no general reader: the members have their places. `nil` stands
    /// for anything else, be it wrong or only written otherwise; the general reader then decides. What is read here the
    /// general reader reads the same.
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

/// The cursor over client data of the one form.
private struct SerialisedReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// Moves behind `literal`, if it stands here.
    mutating func skip(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard count <= bytes.count - position else { return false }
        for offset in 0..<count where bytes[position + offset] != literal.utf8Start[offset] { return false }
        position += count
        return true
    }

    /// The text up to a quote, and moves behind that; `nil` when it is not plain ASCII without escapes.
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
