/// The data that a relying party stores for a registered credential.
public struct StoredCredential: Sendable, Hashable {
    /// The credential's id, as bytes.
    public var id: [UInt8]
    /// The COSE_Key, byte for byte as registered.
    public var publicKey: [UInt8]
    /// The authenticator's last counter; 0 when it does not count.
    public var signCount: UInt32
    /// Whether the credential may be copied between devices; it changes only with `allowsBackupEligibilityUpgrade`.
    public var backupEligible: Bool
    /// Whether the credential is backed up.
    public var backupState: Bool
    /// The user handle that the credential was made for.
    ///
    /// An assertion with a handle is refused when this handle is different or `nil`.
    public var userHandle: [UInt8]?

    /// Creates a stored credential from the data of a registration.
    public init(
        id: [UInt8],
        publicKey: [UInt8],
        signCount: UInt32,
        backupEligible: Bool,
        backupState: Bool,
        userHandle: [UInt8]?
    ) {
        self.id = id
        self.publicKey = publicKey
        self.signCount = signCount
        self.backupEligible = backupEligible
        self.backupState = backupState
        self.userHandle = userHandle
    }
}
