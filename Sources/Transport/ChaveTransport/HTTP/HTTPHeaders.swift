/// Header fields of a request or a response; the case of ASCII letters in names does not count (RFC 9110, section 5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var fields: [Field] = []

    private struct Field: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// Creates empty headers.
    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The first field with this name; setting replaces all of them, setting `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { isSameName($0.name, name) }?.value }
        set {
            fields.removeAll { isSameName($0.name, name) }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// The names and values, in the order in which they were set.
    public var all: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }
}

/// Compares two header names; only ASCII letters are folded, so that a foreign letter never equals an ASCII letter.
private func isSameName(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
}

private func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
