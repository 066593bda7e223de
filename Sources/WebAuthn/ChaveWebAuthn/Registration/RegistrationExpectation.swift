public import ChaveWire

/// What one registration must answer to.
public struct RegistrationExpectation: Sendable {
    /// The challenge that was sent; the caller has spent it before the procedure starts.
    public var challenge: [UInt8]
    /// Whether the person must have been verified.
    public var userVerification: UserVerificationRequirement
    /// The algorithms that were offered.
    public var algorithms: [COSEAlgorithm]
    /// What the statement must prove.
    public var attestation: AttestationPolicy
    /// The user handle that was sent; it goes into the stored credential.
    public var userHandle: [UInt8]?
    /// Whether the person must have been there; `false` only for conditional creation.
    public var requiresUserPresence: Bool
    /// Whether an attestation object out of CTAP2's canonical form is refused; deployed clients make such.
    public var requiresCanonicalForm: Bool

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

    /// Every algorithm that this module verifies, the most widely implemented first.
    public static let allAlgorithms: [COSEAlgorithm] = [
        .es256, .edDSA, .es384, .es512, .rs256, .esp256, .ed25519, .esp384, .esp512,
    ]
}
