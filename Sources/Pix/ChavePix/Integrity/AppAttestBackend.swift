public import ChavePixModel

/// What the app's own server does for App Attest: challenges, and the verification of what Apple's service gives.
///
/// The device only carries statements; the verdict is the server's. Each call may throw any error, which means "not this
/// time": the key stays and the next collection goes on from there. `AppAttestUnknownKey` means that the key is of no use to
/// the server any longer; it is then forgotten, and a new one made and attested.
public protocol AppAttestBackend: Sendable {
    /// A new challenge of the server's, 16 to 1,024 random bytes that it takes once.
    ///
    /// The one of an attestation may come back days later: while Apple's service is not available, the same key must be
    /// attested over the same challenge. A server that no longer knows it throws `AppAttestUnknownKey` at `register`.
    func challenge() async throws -> [UInt8]

    /// Verifies the attestation of a new key and keeps its public key and counter.
    ///
    /// The same attestation may come again, when the answer to the first one was lost; that is no error.
    func register(_ attestation: AppAttestation) async throws

    /// Verifies an assertion and says what the server makes of app and device; `nil` leaves `integrity` out.
    func verdict(on assertion: AppAttestAssertion) async throws -> RiskSignals.Integrity?
}

/// Apple's statement about a new key of this app on this device, for the app's server.
public struct AppAttestation: Hashable, Sendable {
    /// The key's identifier as Apple's service gives it: Base64 of the SHA-256 of its public key.
    public let keyID: String
    /// The challenge whose SHA-256 was given to Apple as client data hash.
    public let challenge: [UInt8]
    /// The attestation object: CBOR with the format `apple-appattest`.
    public let object: [UInt8]
}

/// What an attested key signed about the signals of one collection, for the app's server.
public struct AppAttestAssertion: Hashable, Sendable {
    /// The key's identifier, as in its attestation.
    public let keyID: String
    /// The bytes whose SHA-256 was given to Apple as client data hash.
    ///
    /// They are JSON in UTF-8 without white space, and the server hashes them as they came:
    /// `{"challenge":"…","signals":{…}}`, in this order. `challenge` is base64url without padding (RFC 4648, section 5).
    /// `signals` has the members of `riskSignals` under their Open Finance names: what is known before place, call, brightness
    /// and charging are read, and never `integrity`. The server compares the challenge with its own, and what it wants of the
    /// signals with what the payment brings.
    public let clientData: [UInt8]
    /// The assertion object: CBOR with `signature` and `authenticatorData`.
    public let object: [UInt8]
}

/// The server has no use for the key: it does not know it, or no longer takes it.
public struct AppAttestUnknownKey: Error, Sendable {
    /// What ``AppAttestBackend`` throws of such a key; the device makes another one, once a call.
    public init() {}
}
