/// A credential as its authenticator stores it (WebAuthn Level 3, section 4, "public key credential source").
public struct DeviceCredential: Sendable {
    /// The credential's id, 1 to 1,023 bytes.
    public let id: [UInt8]
    /// The domain of the relying party.
    public let relyingPartyID: String
    /// The account's handle, as bytes.
    public let userHandle: [UInt8]
    /// The account's name, for display.
    public let userName: String
    /// The person's name, for display.
    public let userDisplayName: String
    /// The private key, which stays on the device.
    public let privateKey: CredentialPrivateKey
    /// Whether the credential may sign when a relying party names no credential.
    public let isDiscoverable: Bool
    /// The time of the registration in seconds since 1970.
    public let createdAt: Int64
    /// The highest signature counter that may have left this device.
    public var signCount: UInt32

    /// Creates a credential from its stored parts, without checks.
    public init(
        id: [UInt8],
        relyingPartyID: String,
        userHandle: [UInt8],
        userName: String = "",
        userDisplayName: String = "",
        privateKey: CredentialPrivateKey,
        isDiscoverable: Bool,
        createdAt: Int64,
        signCount: UInt32 = 0
    ) {
        self.id = id
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
        self.userName = userName
        self.userDisplayName = userDisplayName
        self.privateKey = privateKey
        self.isDiscoverable = isDiscoverable
        self.createdAt = createdAt
        self.signCount = signCount
    }

    /// Whether the credential belongs to this relying party, compared by bytes.
    func belongs(to relyingPartyID: String) -> Bool { self.relyingPartyID.utf8.elementsEqual(relyingPartyID.utf8) }

    /// The order of offered credentials: the newest first, by id within the same second.
    static func isOfferedBefore(_ one: DeviceCredential, _ other: DeviceCredential) -> Bool {
        if one.createdAt != other.createdAt { return one.createdAt > other.createdAt }
        return one.id.lexicographicallyPrecedes(other.id)
    }
}
