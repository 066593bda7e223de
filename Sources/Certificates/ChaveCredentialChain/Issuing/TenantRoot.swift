public import ChaveBase
public import Crypto
internal import X509

/// A tenant's root certificate with its private key, for the server.
public struct TenantRoot: Sendable {
    /// The tenant's name, as in its certificates.
    public let tenant: String
    /// The root certificate in DER.
    public let certificate: [UInt8]
    /// SHA-256 of the certificate in base64.
    public let fingerprint: String
    private let key: P256.Signing.PrivateKey
    private let authority: Authority

    /// Creates a root from its stored certificate and key.
    ///
    /// This initialiser does not check the expiry: the verifier of an issued certificate checks it.
    public init(
        tenant: String,
        certificate: [UInt8],
        key: P256.Signing.PrivateKey
    ) throws(ChainRefusal) {
        authority = try Authority(root: ReadCertificate(certificate), tenant: tenant, now: nil)
        guard Authority.bytes(authority.key) == Authority.bytes(key.publicKey) else { throw .wrongKey }
        self.tenant = tenant
        self.certificate = certificate
        fingerprint = Fingerprint.of(certificate)
        self.key = key
    }

    /// Creates a new root, valid for ten years.
    ///
    /// `serial` is 16 random bytes; this function clears their highest bit.
    public static func generate(
        tenant: String,
        key: P256.Signing.PrivateKey,
        serial: [UInt8],
        now: Timestamp
    ) throws(ChainRefusal) -> TenantRoot {
        let validity = try CertificateLife.validity(
            now: now.seconds,
            seconds: 3_653 * 86_400,
            within: 0...CertificateLife.latest
        )
        let template = try CertificateTemplate.root(
            tenant: tenant,
            key: key.publicKey,
            serial: SerialNumber.positive(serial),
            validity: validity
        )
        let certificate = try CertificateSigning.signed(template.toBeSigned(), by: key)
        return try TenantRoot(tenant: tenant, certificate: certificate, key: key)
    }

    /// Issues the certificate of a device directly under the root, in DER.
    ///
    /// The certificate is valid for `seconds`, or less: at most 367 days, and not beyond the end of the root. `serial`
    /// is 16 random bytes; this function clears their highest bit.
    public func issue(
        to subject: CredentialSubject,
        key deviceKey: P256.Signing.PublicKey,
        serial: [UInt8],
        now: Timestamp,
        seconds: Int64
    ) throws(ChainRefusal) -> [UInt8] {
        let toBeSigned = try authority.toBeSigned(subject, deviceKey, serial, now.seconds, seconds)
        return try CertificateSigning.signed(toBeSigned, by: key)
    }
}

/// Signatures under certificates.
enum CertificateSigning {
    static func signed(_ toBeSigned: [UInt8], by key: P256.Signing.PrivateKey) throws(ChainRefusal) -> [UInt8] {
        guard let signature = try? key.signature(for: toBeSigned) else { throw .badSignature }
        return try CertificateEncoding.certificate(
            toBeSigned: toBeSigned,
            signature: Array(signature.derRepresentation)
        )
    }
}

/// A certificate's serial number, from random bytes.
enum SerialNumber {
    /// Returns 16 bytes with the highest bit clear, so that they are a positive number of this length.
    static func positive(_ bytes: [UInt8]) throws(ChainRefusal) -> [UInt8] {
        guard bytes.count == 16 else { throw .wrongSerial }
        return [bytes[0] & 0x7F] + bytes.dropFirst()
    }
}

/// The name of a tenant's root.
///
/// The common name does not contain the tenant's name: a tenant may have 63 characters, but a common name at most 64
/// (RFC 5280, appendix A.1).
enum TenantRootName {
    static func name(ofTenant tenant: String) throws -> DistinguishedName {
        try DistinguishedName {
            OrganizationName(tenant)
            CommonName("root")
        }
    }
}
