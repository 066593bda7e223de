import ChaveWire

/// An ECDSA signature in DER (RFC 3279, section 2.2.3).
enum InspectedSignature {
    private static let part = "the signature"

    static func members(_ bytes: [UInt8], _ findings: inout Findings) throws(Finding) -> JSONObject {
        guard let outer = DERReader.content(0x30, bytes[...]), let (r, s, rest) = DERReader.integers(outer.content)
        else { throw Finding("\(part): it is no SEQUENCE of two INTEGERs in DER") }
        if rest + outer.rest.count > 0 { findings.note(Finding("\(part): bytes are left over")) }
        noteForm(of: r, "r", &findings)
        noteForm(of: s, "s", &findings)
        if findings.isEmpty, shortest(r, s) != bytes {
            findings.note(Finding("\(part): a length is written in more bytes than it needs"))
        }
        var object = JSONObject()
        object["r"] = .string(Hex.encode(r))
        object["s"] = .string(Hex.encode(s))
        return object
    }

    private static func noteForm(of integer: ArraySlice<UInt8>, _ name: String, _ findings: inout Findings) {
        guard let first = integer.first else { return findings.note(Finding("\(part): \(name) is empty")) }
        if first >= 0x80 { findings.note(Finding("\(part): \(name) is negative: a zero byte must stand before it")) }
        if first == 0, integer.dropFirst().first ?? 0 < 0x80 {
            findings.note(Finding("\(part): \(name) has a zero byte that it does not need, or is zero"))
        }
    }

    /// The two integers in their shortest DER form.
    private static func shortest(_ r: ArraySlice<UInt8>, _ s: ArraySlice<UInt8>) -> [UInt8] {
        encode(0x30, encode(0x02, r)[...] + encode(0x02, s))
    }

    private static func encode(_ tag: UInt8, _ content: ArraySlice<UInt8>) -> [UInt8] {
        let count = content.count
        let size =
            count < 0x80 ? [] : (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }.drop { $0 == 0 }
        let length = size.isEmpty ? [UInt8(count)] : [0x80 | UInt8(size.count)] + size
        return [tag] + length + content
    }
}
