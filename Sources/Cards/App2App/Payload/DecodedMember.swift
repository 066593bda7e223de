/// Any name of a member.
struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The value of one member from a decoder.
enum DecodedMember {
    case string(String)
    case number(String)
    case flag(Bool)
    case null
    case list([DecodedMember])
    case object([(name: String, value: DecodedMember)])

    /// Reads a value.
    ///
    /// - Throws: `.payloadTooDeep`, and `.payloadWrongType` for a number whose text the decoder has not kept.
    init(_ decoder: any Decoder, depth: Int) throws {
        guard depth <= PayloadJSON.deepest else { throw TokenActivationLinkRefusal.payloadTooDeep }
        if let members = try? decoder.container(keyedBy: AnyName.self) {
            self = .object(
                try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map { name in
                    (name.stringValue, try DecodedMember(members.superDecoder(forKey: name), depth: depth + 1))
                }
            )
        } else if var elements = try? decoder.unkeyedContainer() {
            var list: [DecodedMember] = []
            while !elements.isAtEnd { list.append(try DecodedMember(elements.superDecoder(), depth: depth + 1)) }
            self = .list(list)
        } else {
            self = try DecodedMember.single(try decoder.singleValueContainer())
        }
    }

    private static func single(_ value: any SingleValueDecodingContainer) throws -> DecodedMember {
        if value.decodeNil() { return .null }
        if let flag = try? value.decode(Bool.self) { return .flag(flag) }
        if let text = try? value.decode(String.self) { return .string(text) }
        if let number = try? value.decode(Int64.self) { return .number(String(number)) }
        if let number = try? value.decode(UInt64.self) { return .number(String(number)) }
        throw TokenActivationLinkRefusal.payloadWrongType
    }

    /// Whether the value is allowed for a field: a text, a number or `null`.
    var isPlain: Bool {
        switch self {
        case .string, .number, .null: true
        case .flag, .list, .object: false
        }
    }

    /// The text of a text or number, and JSON with sorted names for other values; `nil` for `null`.
    var text: String? {
        switch self {
        case .string(let text): text
        case .null: nil
        case .number, .flag, .list, .object: json
        }
    }

    private var json: String {
        switch self {
        case .string(let text): DecodedMember.quoted(text)
        case .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .null: "null"
        case .list(let list): "[\(list.map(\.json).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(DecodedMember.quoted($0.name)):\($0.value.json)" }.joined(separator: ","))}"
        }
    }

    /// Escapes quotation marks, backslashes and control characters (RFC 8259, section 7).
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.reduce(into: "") { written, scalar in
            switch scalar {
            case "\"", "\\": written += "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                written += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            default: written.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped)\""
    }
}
