/// Why bytes or JSON are not a key that this module takes.
///
/// `field` names the part, never its content.
public enum JOSEKeyError: Error, Hashable, Sendable {
    /// `kty`, `crv` or `alg` name something this module does not sign or verify with.
    case unsupported(field: String)
    /// The member is not there.
    case missing(field: String)
    /// The member is there, and is not what it must be.
    case invalid(field: String)
    /// `use` or `key_ops` say that this key is not for signatures.
    case notForSignatures
    /// A private or symmetric key stands where a public one belongs; whoever published it must replace it.
    case privateKey
    /// Two keys of one set have the same `kid`.
    case duplicateKeyID
    /// The library could not make a key.
    case generationFailed
}

/// Our world failed while signing: the library refused a key that it had accepted before.
public struct SigningFault: Error, Sendable {
    /// What the crypto library said.
    public let underlying: any Error
}
