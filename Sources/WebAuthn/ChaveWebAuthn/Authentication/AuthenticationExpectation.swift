/// What one authentication must answer to.
public struct AuthenticationExpectation: Sendable {
    /// What becomes of an assertion whose counter does not rise although one of the two is not zero.
    public enum CounterPolicy: String, Hashable, Sendable, CaseIterable {
        /// A counter that does not advance refuses the authentication.
        case refuse
        /// The assertion passes with `isPossibleClone`.
        case report
    }

    /// The challenge that was sent; the caller has spent it before the procedure starts.
    public var challenge: [UInt8]
    /// The ids that were sent as `allowCredentials`; `nil` when none were.
    public var allowedCredentials: [[UInt8]]?
    /// Whether the person must have been verified.
    public var userVerification: UserVerificationRequirement
    /// What a counter means that does not advance.
    public var counterPolicy: CounterPolicy
    /// Whether a credential that could not be backed up when registered may be able to now; never the other way round.
    ///
    /// The assertion then passes with `hasGainedBackupEligibility`.
    public var allowsBackupEligibilityUpgrade: Bool
    /// Whether the answer must name the user: `true` when nobody had said who they are before the ceremony.
    public var requiresUserHandle: Bool

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
