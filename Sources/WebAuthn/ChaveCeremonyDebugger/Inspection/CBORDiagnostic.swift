import ChaveWire

/// CBOR in diagnostic notation (RFC 8949, section 8): `{1: 2, -1: h'04a0', "alg": -7}`.
enum CBORDiagnostic {
    static func text(_ value: CBORValue) -> String {
        switch value {
        case .unsigned(let number): "\(number)"
        // The smallest integer, −2^64, does not fit in 64 bits.
        case .negative(let number): number == .max ? "-18446744073709551616" : "-\(number + 1)"
        case .bytes(let bytes): "h'\(Hex.encode(bytes))'"
        case .text(let text): JSONValue.string(text).text
        case .array(let elements): "[\(elements.map(text).joined(separator: ", "))]"
        case .map(let members): "{\(members.map(member).joined(separator: ", "))}"
        case .bool(let value): "\(value)"
        case .null: "null"
        case .undefined: "undefined"
        case .simple(let number): "simple(\(number))"
        case .float(let number): float(number)
        }
    }

    private static func member(_ member: CBORMember) -> String { "\(text(member.key)): \(text(member.value))" }

    private static func float(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        guard number.isFinite else { return number < 0 ? "-Infinity" : "Infinity" }
        return "\(number)"
    }
}
