public import ChaveBase
internal import Crypto
internal import Foundation
@_spi(FixedExpiryValidationTime) internal import X509

/// The check of a credential's certificates, the same on servers and devices.
public enum CredentialChain {
    /// The root and five devices below it.
    static let longest = 6

    /// Verifies that a chain leads from a credential to one of the roots, at `now`, in `tenant`.
    ///
    /// `certificates` are in DER, the credential's own first, the root last, complete and without extras. `roots` are
    /// the fingerprints (SHA-256 of the DER, base64) of the trusted roots; during a rollover there are two.
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

    /// Step 1; returns the last certificate.
    private static func requireNumber(_ certificates: [[UInt8]]) throws(ChainRefusal) -> [UInt8] {
        guard certificates.count > 1, let root = certificates.last else { throw .noDeviceCertificate }
        guard certificates.count <= longest else { throw .tooManyCertificates }
        return root
    }

    /// Step 2, before anything is parsed or hashed.
    private static func requireSizes(_ certificates: [[UInt8]]) throws(ChainRefusal) {
        guard certificates.allSatisfy({ $0.count <= ReadCertificate.maximumSize }) else { throw .certificateTooLarge }
    }

    /// Step 3.
    private static func requireDistinct(_ certificates: [[UInt8]]) throws(ChainRefusal) {
        guard Set(certificates).count == certificates.count else { throw .repeatedCertificate }
    }

    /// Step 4: the caller trusts the root's exact bytes and nothing that the root says.
    private static func requireKnownRoot(_ der: [UInt8], among roots: Set<String>) throws(ChainRefusal) -> String {
        let fingerprint = Fingerprint.of(der)
        guard roots.contains(fingerprint) else { throw .unknownRoot }
        return fingerprint
    }

    /// The last step: swift-certificates validates the path (RFC 5280, section 6), with the signatures.
    ///
    /// swift-certificates checks times, path lengths and name constraints again, without our rules. It does not check
    /// key usage; ``Authority`` does.
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
