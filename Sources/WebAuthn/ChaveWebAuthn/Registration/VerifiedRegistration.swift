public import ChaveWire

/// A registration that passed every step; only the procedure can create one.
///
/// The store checks that the credential id is new (7.1 step 26), in the transaction that inserts the credential.
public struct VerifiedRegistration: Sendable, Hashable {
    /// The credential to store.
    public let credential: StoredCredential
    /// The credential's signature algorithm.
    public let algorithm: COSEAlgorithm
    /// Whether the person was verified, not only present.
    public let isUserVerified: Bool
    /// The model of the authenticator, 16 bytes.
    ///
    /// Only an attestation with a chain to a known root can prove it, and only in some formats
    /// (`AttestationPolicy.models`).
    public let aaguid: [UInt8]
    /// The statement's proof about the authenticator.
    public let attestation: AttestationType
    /// Whether the attestation object and the extension outputs were in CTAP2's canonical form.
    public let isCanonical: Bool

    init(
        credential: StoredCredential,
        algorithm: COSEAlgorithm,
        isUserVerified: Bool,
        aaguid: [UInt8],
        attestation: AttestationType,
        isCanonical: Bool
    ) {
        self.credential = credential
        self.algorithm = algorithm
        self.isUserVerified = isUserVerified
        self.aaguid = aaguid
        self.attestation = attestation
        self.isCanonical = isCanonical
    }
}
