internal import ChaveWire

/// An authentication that passed every step; only the procedure makes one.
///
/// What it says is stored in one transaction with what the authentication was for; the counter only ever rises.
public struct VerifiedAuthentication: Sendable, Hashable {
    /// To be stored; 0 where the authenticator does not count.
    public let signCount: UInt32
    /// Whether the person was verified, not only present.
    public let isUserVerified: Bool
    /// Whether the credential may be copied between devices.
    public let backupEligible: Bool
    /// Whether it is copied; to be stored.
    public let backupState: Bool
    /// Whether the credential can be backed up now and could not when it was registered; only where the policy allows that.
    ///
    /// Who stores flags stores this one too, or the next authentication gains it again.
    public let hasGainedBackupEligibility: Bool
    /// Whether the counter did not rise; only where the policy is to report that.
    public let isPossibleClone: Bool

    init(_ data: AuthenticatorData, of stored: StoredCredential, isPossibleClone: Bool) {
        signCount = data.signCount
        isUserVerified = data.flags.contains(.userVerified)
        backupEligible = data.flags.contains(.backupEligible)
        backupState = data.flags.contains(.backupState)
        hasGainedBackupEligibility = backupEligible && !stored.backupEligible
        self.isPossibleClone = isPossibleClone
    }
}
