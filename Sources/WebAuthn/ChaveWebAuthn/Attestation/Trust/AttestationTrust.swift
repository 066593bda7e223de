public import ChaveBase
internal import SwiftASN1
@_spi(DisableValidityCheck) internal import X509

/// Where chains of attestation certificates must lead, and the time at which their certificates must be valid.
///
/// Only these certificates end a path: a self-signed one that came with the attestation is one like any other. The
/// certificate that signed an attestation may be an anchor itself, and then need not be an authority's.
///
/// A path ends at a critical extension that nobody has read. In an authority's certificate those are all but basic
/// constraints, name constraints and key usage, so that one which marks its certificate policies or extended key usage
/// critical leads nowhere.
public struct AttestationTrust: Hashable, Sendable {
    private let anchors: [AttestationFormat: [Certificate]]
    /// The time, in seconds since 1970.
    public var secondsSince1970: Int64

    /// Anchors for each format, so that what is attested in one cannot pass in another.
    ///
    /// An authority that signs for keys of one kind often does so for whoever has such a key: what Android attests of any
    /// application's key would do for a U2F key where both have the same anchors.
    ///
    /// - Throws: `.invalid` when one of `anchors` is no certificate in DER.
    public init(anchors: [AttestationFormat: [[UInt8]]], at secondsSince1970: Int64) throws(WireError) {
        var certificates: [AttestationFormat: [Certificate]] = [:]
        for (format, encoded) in anchors {
            certificates[format] = try AttestationTrust.certificates(encoded)
        }
        self.anchors = certificates
        self.secondsSince1970 = secondsSince1970
    }

    /// The same anchors for every format; for parties that accept authenticators of one kind only.
    ///
    /// - Throws: `.invalid` when one of `anchors` is no certificate in DER.
    public init(anchors: [[UInt8]], at secondsSince1970: Int64) throws(WireError) {
        let certificates = try AttestationTrust.certificates(anchors)
        self.anchors = Dictionary(uniqueKeysWithValues: AttestationFormat.allCases.map { ($0, certificates) })
        self.secondsSince1970 = secondsSince1970
    }

    private static func certificates(_ encoded: [[UInt8]]) throws(WireError) -> [Certificate] {
        var certificates: [Certificate] = []
        for bytes in encoded {
            guard let certificate = try? Certificate(derEncoded: bytes) else { throw .invalid(field: "trustAnchors") }
            certificates.append(certificate)
        }
        return certificates
    }

    /// Whether the certificate that signed is an anchor of that format, or some path leads from it to one.
    func leads(to chain: CertificateChain, in format: AttestationFormat) async -> Bool {
        let anchors = anchors[format] ?? []
        guard !anchors.contains(chain.leaf) else { return isUsable(chain.leaf, chain.verifiedOnLeaf) }
        return await hasPath(chain, to: anchors)
    }

    /// Step 24 of 7.1: the attestation certificate may itself be one that is accepted; only what is asked of every
    /// certificate is asked of it then.
    ///
    /// The library would want an authority, which what signs an attestation must not be.
    private func isUsable(_ certificate: Certificate, _ verifiedExtensions: [ASN1ObjectIdentifier]) -> Bool {
        let read = RFC5280Policy.withValidityCheckDisabled().verifyingCriticalExtensions + verifiedExtensions
        guard certificate.extensions.allSatisfy({ !$0.critical || read.contains($0.oid) }) else { return false }
        return ValidityPolicy(secondsSince1970: secondsSince1970).isValid(certificate)
    }

    /// Whether some path over the chain's certificates ends at an anchor (RFC 5280, section 6).
    private func hasPath(_ chain: CertificateChain, to anchors: [Certificate]) async -> Bool {
        var verifier = Verifier(rootCertificates: CertificateStore(anchors)) {
            // The library's own check of the time reads the machine's clock.
            RFC5280Policy.withValidityCheckDisabled()
            ValidityPolicy(secondsSince1970: secondsSince1970)
            AuthorityPolicy()
            LeafExtensionsPolicy(verifyingCriticalExtensions: chain.verifiedOnLeaf)
        }
        let result = await verifier.validate(leaf: chain.leaf, intermediates: CertificateStore(chain.others))
        guard case .validCertificate = result else { return false }
        return true
    }
}
