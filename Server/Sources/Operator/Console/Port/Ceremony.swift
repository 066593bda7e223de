public import ChaveBase
public import ChaveWire

/// A WebAuthn ceremony that the platform looked at, kept in memory for whoever develops against it.
public struct Ceremony: Hashable, Sendable {
    public var at: Timestamp
    /// What was asked and what came, in the form that `chave webauthn verify` reads.
    public var request: JSONValue
    /// The refusal that the platform gave; `nil` when the ceremony held.
    public var refusal: String?

    public init(at: Timestamp, request: JSONValue, refusal: String?) {
        self.at = at
        self.request = request
        self.refusal = refusal
    }
}

/// The ceremonies of late, by the object they were made for.
public protocol CeremonyRecords: Sendable {
    /// Newest first; none after a restart.
    func ceremonies(of object: ConsoleObject) async -> [Ceremony]
}
