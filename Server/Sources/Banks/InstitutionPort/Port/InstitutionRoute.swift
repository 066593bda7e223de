/// The interface of a bank where an object lives: version, address, and the platform's client there.
///
/// Idempotency keys and the objects themselves belong to them, so every later call about the object goes the same way.
/// Only the connector reads the text.
public struct InstitutionRoute: Hashable, Sendable, Codable {
    public var text: String

    public init(text: String) { self.text = text }

    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// How new objects reach an institution.
public enum InstitutionRouting: Hashable, Sendable {
    /// There is one way, which never changes.
    case only
    case by(InstitutionRoute)
    /// The institution cannot be reached at the moment: nothing is made there.
    case notNow
}
