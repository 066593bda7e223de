public import ChavePixModel

/// The work of the app's own server for App Attest: it gives challenges and verifies the statements of Apple's service.
///
/// The device only carries statements; the server gives the verdict. Each call may throw any error, which means "not
/// this time": the device stores the key, and the next collection continues from there. `AppAttestUnknownKey` means
/// that the key is of no use to the server any longer. The device then forgets the key, makes a new one, and has it
/// attested.
public protocol AppAttestBackend: Sendable {
    /// A new challenge of the server: 16 to 1,024 random bytes that the server accepts once.
    ///
    /// The challenge of an attestation may come back days later. While Apple's service is not available, the same key
    /// must be attested over the same challenge. A server that no longer knows the challenge throws
    /// `AppAttestUnknownKey` at `register`.
    func challenge() async throws -> [UInt8]

    /// Verifies the attestation of a new key, and stores its public key and counter.
    ///
    /// The same attestation may come again when the response to the first one was lost; that is no error.
    func register(_ attestation: AppAttestation) async throws

    /// Verifies an assertion and returns the server's verdict on app and device; `nil` leaves `integrity` out.
    func verdict(on assertion: AppAttestAssertion) async throws -> RiskSignals.Integrity?
}

/// Apple's statement about a new key of this app on this device, for the app's server.
public struct AppAttestation: Hashable, Sendable {
    /// The key's identifier as Apple's service gives it: Base64 of the SHA-256 of its public key.
    public let keyID: String
    /// The challenge, whose SHA-256 was Apple's client data hash.
    public let challenge: [UInt8]
    /// The attestation object: CBOR with the format `apple-appattest`.
    public let object: [UInt8]
}

/// A signature of an attested key over the signals of one collection, for the app's server.
public struct AppAttestAssertion: Hashable, Sendable {
    /// The key's identifier, as in its attestation.
    public let keyID: String
    /// The client data, whose SHA-256 was Apple's client data hash.
    ///
    /// The bytes are JSON in UTF-8 without white space, and the server hashes them as they came:
    /// `{"challenge":"…","signals":{…}}`, in this order. `challenge` is base64url without padding (RFC 4648,
    /// section 5). `signals` has the members of `riskSignals` under their Open Finance names. It has the signals known
    /// before place, call, brightness and charging are read, and never `integrity`. The server compares the challenge
    /// with its own, and the signals that it needs with those of the payment.
    public let clientData: [UInt8]
    /// The assertion object: CBOR with `signature` and `authenticatorData`.
    public let object: [UInt8]
}

/// The error of a key that the server does not know or no longer accepts.
public struct AppAttestUnknownKey: Error, Sendable {
    /// The error that ``AppAttestBackend`` throws for such a key; the device makes another key, once a call.
    public init() {}
}
