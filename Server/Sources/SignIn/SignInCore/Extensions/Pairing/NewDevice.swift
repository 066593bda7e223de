import ChaveBase

/// A second device as it describes itself, with a key that it has proved to hold.
struct NewDevice: Hashable, Sendable {
    var name: String
    /// As the certificate request gives it: SubjectPublicKeyInfo, DER.
    var publicKey: [UInt8]
    var keyDigest: Digest
}
