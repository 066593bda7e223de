internal import ChaveWire

/// An authentication that passed every step; only the procedure can create one.
///
/// The caller stores its values in one transaction with the purpose of the authentication; the stored counter only
/// rises.
public struct VerifiedAuthentication: Sendable, Hashable {
    /// The counter to store; 0 when the authenticator does not count.
    public let signCount: UInt32
    /// Whether the person was verified, not only present.
    public let isUserVerified: Bool
    /// Whether the credential may be copied between devices.
    public let backupEligible: Bool
    /// Whether the credential is backed up, to be stored.
    public let backupState: Bool
    /// Whether the credential has gained backup eligibility since its registration; only with a policy that allows it.
    ///
    /// A caller that stores flags must store this one too, or the next authentication reports it again.
    public let hasGainedBackupEligibility: Bool
    /// Whether the counter did not rise; only with a policy that reports this.
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
