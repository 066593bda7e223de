import ChaveWire

/// One value of a list that may grow.
///
/// A client stores unknown values, so that a newer server does not break it; switch with a default.
public protocol OpenText: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible
where RawValue == String {
    /// The values that this version knows.
    static var all: [Self] { get }
    /// Accepts every text, also a text that is not in ``all``.
    init(rawValue: String)
}

extension OpenText {
    public var description: String { rawValue }

    /// The type for a field of a response.
    static var fieldType: FieldType { .enumeration(all.map(\.rawValue), .open) }

    init?(scalar json: JSONValue) {
        guard let text = json.string else { return nil }
        self.init(rawValue: text)
    }

    var scalar: JSONValue { .string(rawValue) }
}
