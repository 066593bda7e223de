/// The reason for refusing bytes or JSON as a key.
///
/// `field` names the refused part and never contains its content.
public enum JOSEKeyError: Error, Hashable, Sendable {
    /// `kty`, `crv` or `alg` has a value that this module does not support.
    case unsupported(field: String)
    /// The member is absent.
    case missing(field: String)
    /// The member is present and has an invalid value.
    case invalid(field: String)
    /// `use` or `key_ops` does not allow signatures.
    case notForSignatures
    /// `use` does not say that the key is for encryption.
    case notForEncryption
    /// A private or symmetric key is in the place of a public key; its publisher must replace it.
    case privateKey
    /// Two keys of one set have the same `kid`.
    case duplicateKeyID
    /// The crypto library could not generate a key.
    case generationFailed
}

/// Signing failed inside the crypto library: it refused a key that it had accepted before.
public struct SigningFault: Error, Sendable {
    /// The error of the crypto library.
    public let underlying: any Error
}
