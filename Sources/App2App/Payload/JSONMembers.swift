/// Why a text is not the JSON object that is wanted, in order of precedence.
enum JSONRefusal: Error {
    case notUTF8
    case malformed
    case tooDeep
    case duplicateKey
    case notAnObject
}

/// The value of one member of an object.
enum JSONMember: Hashable {
    case text(String)
    /// As it was written.
    case number(String)
    case flag(Bool)
    case null
    /// An object or a list, as it was written.
    case nested(String)

    /// A text of it; `nil` for `null`.
    var written: String? {
        switch self {
        case .text(let text), .number(let text), .nested(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .null: nil
        }
    }
}

/// A JSON object as its members: strict RFC 8259, no key twice at any depth, nothing before or behind it.
enum JSONMembers {
    static func read(_ bytes: [UInt8]) throws(JSONRefusal) -> [String: JSONMember] {
        guard PercentEscapes.utf8(bytes) != nil else { throw .notUTF8 }
        var reader = JSONReader(bytes)
        return try reader.document()
    }
}
