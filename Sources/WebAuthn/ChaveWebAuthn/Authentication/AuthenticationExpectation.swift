/// The expected values of one authentication.
public struct AuthenticationExpectation: Sendable {
    /// The treatment of an assertion whose counter does not rise although one of the two counters is not zero.
    public enum CounterPolicy: String, Hashable, Sendable, CaseIterable {
        /// A counter that does not advance refuses the authentication.
        case refuse
        /// The assertion passes with `isPossibleClone`.
        case report
    }

    /// The challenge that was sent, which the caller has spent before the procedure starts.
    public var challenge: [UInt8]
    /// The ids that were sent as `allowCredentials`; `nil` when none were.
    public var allowedCredentials: [[UInt8]]?
    /// Whether the person must have been verified.
    public var userVerification: UserVerificationRequirement
    /// The treatment of a counter that does not advance.
    public var counterPolicy: CounterPolicy
    /// Whether a credential may gain backup eligibility after its registration; it may never lose it.
    ///
    /// The assertion then passes with `hasGainedBackupEligibility`.
    public var allowsBackupEligibilityUpgrade: Bool
    /// Whether the answer must name the user: `true` when the caller did not know the user before the ceremony.
    public var requiresUserHandle: Bool

    /// Creates an expectation.
    ///
    /// - Precondition: the challenge has at least 16 bytes (WebAuthn Level 3, section 13.4.3).
    public init(
        challenge: [UInt8],
        allowedCredentials: [[UInt8]]? = nil,
        userVerification: UserVerificationRequirement,
        counterPolicy: CounterPolicy = .refuse,
        allowsBackupEligibilityUpgrade: Bool = false,
        requiresUserHandle: Bool = false
    ) {
        precondition(challenge.count >= 16, "a challenge has at least 16 bytes")
        self.challenge = challenge
        self.allowedCredentials = allowedCredentials
        self.userVerification = userVerification
        self.counterPolicy = counterPolicy
        self.allowsBackupEligibilityUpgrade = allowsBackupEligibilityUpgrade
        self.requiresUserHandle = requiresUserHandle
    }
}
