public import ChaveJOSE
public import OpenFinanceWire

/// The private keys of the platform, each beside the ones that it replaces.
public struct PlatformKeys: Sendable {
    /// Sign messages, newest first; their public halves are in the organisation's keystore.
    public let signing: [EnvelopeKey]
    /// Sign client assertions and request objects, newest first; in the software's keystore.
    public let client: [SigningKey]
    /// Open identity tokens: old ones stay until no bank uses them.
    public let decryption: DecryptionKeys

    /// `nil` without a key of either kind, or with a client's key that has no `kid` or is not for PS256.
    public init?(signing: [EnvelopeKey], client: [SigningKey], decryption: DecryptionKeys) {
        guard !signing.isEmpty, !client.isEmpty,
            client.allSatisfy({ $0.algorithm == .ps256 && $0.keyID?.isEmpty == false })
        else { return nil }
        self.signing = signing
        self.client = client
        self.decryption = decryption
    }
}
