/// What a relying party keeps of a registered credential.
public struct StoredCredential: Sendable, Hashable {
    /// The credential's id, as bytes.
    public var id: [UInt8]
    /// The COSE_Key, byte for byte as registered.
    public var publicKey: [UInt8]
    /// What the authenticator counted last; 0 where it does not count.
    public var signCount: UInt32
    /// Whether it may be copied between devices; it never changes.
    public var backupEligible: Bool
    /// Whether it is copied.
    public var backupState: Bool
    /// The user handle the credential was made for.
    ///
    /// An assertion that names a handle is refused when this is another one or `nil`.
    public var userHandle: [UInt8]?

    /// What a relying party kept of a registration.
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
