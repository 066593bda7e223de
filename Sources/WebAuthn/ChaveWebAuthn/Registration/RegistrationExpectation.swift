public import ChaveWire

/// The expected values of one registration.
public struct RegistrationExpectation: Sendable {
    /// The challenge that was sent, which the caller has spent before the procedure starts.
    public var challenge: [UInt8]
    /// Whether the person must have been verified.
    public var userVerification: UserVerificationRequirement
    /// The algorithms that were offered.
    public var algorithms: [COSEAlgorithm]
    /// The attestations that the relying party accepts.
    public var attestation: AttestationPolicy
    /// The user handle that was sent, which becomes part of the stored credential.
    public var userHandle: [UInt8]?
    /// Whether the person must have been present; `false` only for conditional creation.
    public var requiresUserPresence: Bool
    /// Whether to refuse an attestation object that is not in CTAP2's canonical form; deployed clients make such
    /// objects.
    public var requiresCanonicalForm: Bool

    /// Creates an expectation.
    ///
    /// - Precondition: the challenge has at least 16 bytes (WebAuthn Level 3, section 13.4.3).
    public init(
        challenge: [UInt8],
        userVerification: UserVerificationRequirement,
        algorithms: [COSEAlgorithm] = RegistrationExpectation.allAlgorithms,
        attestation: AttestationPolicy = .unanchored,
        userHandle: [UInt8]? = nil,
        requiresUserPresence: Bool = true,
        requiresCanonicalForm: Bool = false
    ) {
        precondition(challenge.count >= 16, "a challenge has at least 16 bytes")
        self.challenge = challenge
        self.userVerification = userVerification
        self.algorithms = algorithms
        self.attestation = attestation
        self.userHandle = userHandle
        self.requiresUserPresence = requiresUserPresence
        self.requiresCanonicalForm = requiresCanonicalForm
    }

    /// Every algorithm that this module verifies, with the most widely implemented first.
    public static let allAlgorithms: [COSEAlgorithm] = [
        .es256, .edDSA, .es384, .es512, .rs256, .esp256, .ed25519, .esp384, .esp512,
    ]
}
