/// A secret of an organisation at rest: of no person, so no customer's key seals it, and erasing nobody ends it.
public struct SealedSecret: Hashable, Sendable, Codable {
    /// The server's key that seals it.
    public let keyID: String
    public let sealed: Sealed

    public init(keyID: String, sealed: Sealed) {
        self.keyID = keyID
        self.sealed = sealed
    }
}

extension FieldKey {
    /// It rests on the first secret of the server: an exchange of the wrapping keys leaves what it sealed readable.
    private static let impersonalKeyID = "impersonal-1"

    /// `field` binds the box to its place, such as `"webhook/<id>/secret"`.
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
