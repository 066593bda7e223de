public import ChaveBase
public import SignInModel

/// The X.509 operations for adding a second device.
public protocol ExtensionCertificates: Sendable {
    /// The key of a PKCS#10 request, whose signature proves that its sender holds it.
    func requestedKey(_ request: [UInt8]) throws(ExtensionCertificateProblem) -> RequestedKey

    /// The certificate that the first device is to sign: this server writes each byte of it.
    func toBeSigned(
        _ child: ChildCertificateOrder,
        under parents: ParentCertificates
    ) async throws(ExtensionCertificateProblem) -> [UInt8]

    /// The finished certificate, once the signature over `toBeSigned` holds under the parents' leaf.
    func assembled(
        _ toBeSigned: [UInt8],
        signature: [UInt8],
        under parents: ParentCertificates
    ) async throws(ExtensionCertificateProblem) -> [UInt8]
}

/// A key that its holder has proven to hold.
public struct RequestedKey: Hashable, Sendable {
    /// SubjectPublicKeyInfo, DER.
    public var publicKey: [UInt8]
    /// SHA-256 of ``publicKey``.
    public var digest: Digest

    public init(publicKey: [UInt8], digest: Digest) {
        self.publicKey = publicKey
        self.digest = digest
    }
}

/// The order for a child's certificate.
public struct ChildCertificateOrder: Hashable, Sendable {
    /// The id of the new credential.
    public var credential: String
    public var user: String
    public var publicKey: [UInt8]
    /// 16 random bytes with the highest bit clear.
    public var serial: [UInt8]
}

/// The recorded certificates above a child.
public struct ParentCertificates: Hashable, Sendable {
    public var tenant: TenantID
    /// DER, the first device's own first, the root last.
    public var chain: [[UInt8]]
}

public enum ExtensionCertificateProblem: Error, Sendable {
    /// The request is no PKCS#10 request, or is not signed by its own key.
    case badRequest
    /// The signature is not by the first device's key over these bytes.
    case badSignature
    /// The recorded chain allows no further certificate: it is too deep, or too old.
    case unfitParents
    /// The server failed, not the caller.
    case fault(any Error)
}
