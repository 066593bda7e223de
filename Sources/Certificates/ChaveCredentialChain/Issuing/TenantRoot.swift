public import ChaveBase
public import Crypto

/// A tenant's root with its key, as the server has it.
public struct TenantRoot: Sendable {
    /// The tenant's name, as its certificates carry it.
    public let tenant: String
    /// In DER.
    public let certificate: [UInt8]
    /// SHA-256 of the certificate, base64.
    public let fingerprint: String
    private let key: P256.Signing.PrivateKey
    private let authority: Authority

    /// A root that was stored, with its key.
    ///
    /// Whether it has expired is not asked: who verifies what it issued asks that.
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

    /// A new root, valid for ten years.
    ///
    /// `serial` is 16 random bytes, whose highest bit is cleared.
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

    /// The certificate of a device directly under the root, in DER.
    ///
    /// It is valid for so many seconds, less where the root ends before. `serial` is 16 random bytes, whose highest bit is
    /// cleared.
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
