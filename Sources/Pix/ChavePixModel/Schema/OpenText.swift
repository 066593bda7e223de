import ChaveWire

/// One of a list of words that may grow.
///
/// A client keeps the words it does not know, so that a newer server does not break it; switch with a default.
public protocol OpenText: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible
where RawValue == String {
    /// The words known when this was written.
    static var all: [Self] { get }
    /// Takes every text, also one that is not in ``all``.
    init(rawValue: String)
}

extension OpenText {
    public var description: String { rawValue }

    /// The table's type for a field of an answer.
    static var fieldType: FieldType { .enumeration(all.map(\.rawValue), .open) }

    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(rawValue: text)
    }

    var scalar: JSONValue { .string(rawValue) }
}
