public import ChaveBase
public import ChaveWire

/// A WebAuthn ceremony that the platform checked, kept in memory for developers.
public struct Ceremony: Hashable, Sendable {
    public var at: Timestamp
    /// The request and the answer, in the form that `chave webauthn verify` reads.
    public var request: JSONValue
    /// The platform's refusal; `nil` when it accepted the ceremony.
    public var refusal: String?

    public init(at: Timestamp, request: JSONValue, refusal: String?) {
        self.at = at
        self.request = request
        self.refusal = refusal
    }
}

/// The latest ceremonies, by their object.
public protocol CeremonyRecords: Sendable {
    /// The ceremonies of an object, newest first; none after a restart.
    func ceremonies(of object: ConsoleObject) async -> [Ceremony]
}
