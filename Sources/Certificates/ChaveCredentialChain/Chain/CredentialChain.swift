public import ChaveBase
internal import Crypto
internal import Foundation
@_spi(FixedExpiryValidationTime) internal import X509

/// The check that every server and every device makes of a credential's certificates.
public enum CredentialChain {
    /// The root and five devices below it.
    static let longest = 6

    /// A chain that leads from a credential to one of the roots, at that time, in that tenant.
    ///
    /// `certificates` are DER, the credential's own first, the root last, nothing left out and nothing left over. `roots` are
    /// the fingerprints (SHA-256 of the DER, base64) of the roots that count; during a rollover there are two.
    public static func verify(
        _ certificates: [[UInt8]],
        tenant: String,
        roots: Set<String>,
        now: Timestamp
    ) async throws(ChainRefusal) -> VerifiedChain {
        let rootDER = try requireNumber(certificates)
        try requireSizes(certificates)
        try requireDistinct(certificates)
        let fingerprint = try requireKnownRoot(rootDER, among: roots)
        let root = try ReadCertificate(rootDER)
        var authority = try Authority(root: root, tenant: tenant, now: now.seconds)
        var devices: [ReadCertificate] = []
        for der in certificates.dropLast().reversed() {
            let device = try ReadCertificate(der)
            authority = try authority.admit(device, now: now.seconds)
            devices.append(device)
        }
        try await requirePath(from: devices.reversed(), to: root, now: now.seconds)
        return try verified(authority, certificates, fingerprint)
    }

    /// Step 1; answers the last one.
    private static func requireNumber(_ certificates: [[UInt8]]) throws(ChainRefusal) -> [UInt8] {
        guard certificates.count > 1, let root = certificates.last else { throw .noDeviceCertificate }
        guard certificates.count <= longest else { throw .tooManyCertificates }
        return root
    }

    /// Step 2, before anything is read or hashed.
    private static func requireSizes(_ certificates: [[UInt8]]) throws(ChainRefusal) {
        guard certificates.allSatisfy({ $0.count <= ReadCertificate.maximumSize }) else { throw .certificateTooLarge }
    }

    /// Step 3.
    private static func requireDistinct(_ certificates: [[UInt8]]) throws(ChainRefusal) {
        guard Set(certificates).count == certificates.count else { throw .repeatedCertificate }
    }

    /// Step 4: the root is trusted for its bytes and for nothing that it says.
    private static func requireKnownRoot(_ der: [UInt8], among roots: Set<String>) throws(ChainRefusal) -> String {
        let fingerprint = Fingerprint.of(der)
        guard roots.contains(fingerprint) else { throw .unknownRoot }
        return fingerprint
    }

    /// The last step: the path as swift-certificates finds it (RFC 5280, section 6), with the signatures.
    ///
    /// It looks at times, path lengths and name constraints again, and knows nothing of ours. Key usage it does not look
    /// at; ``Authority`` does.
    private static func requirePath(
        from devices: [ReadCertificate],
        to root: ReadCertificate,
        now: Int64
    ) async throws(ChainRefusal) {
        guard let leaf = devices.first else { throw .noDeviceCertificate }
        let time = Date(timeIntervalSince1970: Double(now))
        var verifier = Verifier(rootCertificates: CertificateStore([root.certificate])) {
            RFC5280Policy(fixedExpiryValidationTime: time)
        }
        let between = CertificateStore(devices.dropFirst().map(\.certificate))
        let result = await verifier.validate(leaf: leaf.certificate, intermediates: between)
        guard case .validCertificate(let path) = result, path.count == devices.count + 1 else { throw .badSignature }
    }

    private static func verified(
        _ authority: Authority,
        _ certificates: [[UInt8]],
        _ fingerprint: String
    ) throws(ChainRefusal) -> VerifiedChain {
        guard let subject = authority.subject else { throw .noDeviceCertificate }
        return VerifiedChain(
            subject: subject,
            depth: certificates.count - 2,
            publicKey: authority.key,
            certificates: certificates,
            rootFingerprint: fingerprint,
            notAfter: Timestamp(seconds: authority.validity.upperBound),
            authority: authority
        )
    }
}
