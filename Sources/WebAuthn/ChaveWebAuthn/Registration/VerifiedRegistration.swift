public import ChaveWire

/// A registration that passed every step; only the procedure makes one.
///
/// Whether the credential id is new is the store's question (7.1 step 26), in the transaction that inserts it.
public struct VerifiedRegistration: Sendable, Hashable {
    /// To be stored.
    public let credential: StoredCredential
    /// What the credential signs with.
    public let algorithm: COSEAlgorithm
    /// Whether the person was verified, not only present.
    public let isUserVerified: Bool
    /// The model of the authenticator, 16 bytes.
    ///
    /// Nothing proves it without an attestation that chains to a known root, and not every format does even then
    /// (`AttestationPolicy.models`).
    public let aaguid: [UInt8]
    /// What the statement proves about the authenticator.
    public let attestation: AttestationType
    /// Whether attestation object and extension outputs came in CTAP2's canonical form.
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
