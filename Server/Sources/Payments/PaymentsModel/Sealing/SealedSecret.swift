public import ChaveBase

/// A secret of an organisation at rest.
///
/// The secret concerns no person: no customer's key seals it, and no person's erasure ends it.
public struct SealedSecret: Hashable, Sendable, Codable {
    /// The id of the server's key that seals the secret.
    public let keyID: String
    public let sealed: Sealed

    public init(keyID: String, sealed: Sealed) {
        self.keyID = keyID
        self.sealed = sealed
    }
}

extension FieldKey {
    /// The key is derived from the server's first secret, so sealed data remains readable after a change of the
    /// wrapping keys.
    private static let impersonalKeyID = "impersonal-1"

    /// Seals a secret; `field` binds the box to its place, such as `"webhook/<id>/secret"`.
    public func sealSecret(
        _ bytes: [UInt8],
        field: String,
        randomBytes: (Int) -> [UInt8]
    ) throws(SealingError) -> SealedSecret {
        SealedSecret(
            keyID: FieldKey.impersonalKeyID,
            sealed: try impersonalKey.seal(bytes, field: field, randomBytes: randomBytes)
        )
    }

    public func openSecret(_ secret: SealedSecret, field: String) throws(SealingError) -> [UInt8] {
        guard secret.keyID == FieldKey.impersonalKeyID else { throw .unknownKey }
        return try impersonalKey.open(secret.sealed, field: field)
    }
}

/// A field that only the holder of the customer's data key can read: AES-256-GCM, nonce, ciphertext and tag in one.
public struct Sealed: Hashable, Sendable, Codable {
    public let box: Octets

    public init(box: [UInt8]) { self.box = Octets(box) }

    public init(from decoder: any Decoder) throws { box = try Octets(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try box.encode(to: encoder) }
}
