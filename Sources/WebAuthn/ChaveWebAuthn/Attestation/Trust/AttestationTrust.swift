public import ChaveBase
internal import SwiftASN1
internal import X509
@_spi(DisableValidityCheck) internal import X509

/// The anchors of attestation certificate chains, and the time at which the certificates must be valid.
///
/// Only these anchors end a path. A self-signed certificate in the attestation has no special role. The certificate
/// that signed an attestation may itself be an anchor, and then need not be an authority's.
///
/// A path fails at a critical extension that no code reads. For an authority these are all extensions except basic
/// constraints, name constraints and key usage. An authority that marks its certificate policies or extended key usage
/// as critical therefore leads to no anchor.
public struct AttestationTrust: Hashable, Sendable {
    private let anchors: [AttestationFormat: [Certificate]]
    /// The time of validation, in seconds since 1970.
    public var secondsSince1970: Int64

    /// Creates a trust with anchors for each format, so that an attestation in one format cannot pass in another.
    ///
    /// An authority often signs a certificate for every owner of some kind of key. Android attests the key of any
    /// application. With shared anchors, such a certificate would also be valid for a U2F key.
    ///
    /// - Throws: `.invalid` when one of `anchors` is not a certificate in DER.
    public init(anchors: [AttestationFormat: [[UInt8]]], at secondsSince1970: Int64) throws(WireError) {
        var certificates: [AttestationFormat: [Certificate]] = [:]
        for (format, encoded) in anchors {
            certificates[format] = try AttestationTrust.certificates(encoded)
        }
        self.anchors = certificates
        self.secondsSince1970 = secondsSince1970
    }

    /// Creates a trust with the same anchors for every format, for parties that accept one kind of authenticator only.
    ///
    /// - Throws: `.invalid` when one of `anchors` is not a certificate in DER.
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

    /// Whether the signing certificate is an anchor of that format, or a path leads from it to one.
    func leads(to chain: CertificateChain, in format: AttestationFormat) async -> Bool {
        let anchors = anchors[format] ?? []
        guard !anchors.contains(chain.leaf) else { return isUsable(chain.leaf, chain.verifiedOnLeaf) }
        return await hasPath(chain, to: anchors)
    }

    /// Step 24 of 7.1: checks an attestation certificate that is itself an anchor, with the checks for every
    /// certificate.
    ///
    /// The library would require an authority here, and a certificate that signs an attestation must not be one.
    private func isUsable(_ certificate: Certificate, _ verifiedExtensions: [ASN1ObjectIdentifier]) -> Bool {
        let read = RFC5280Policy.withValidityCheckDisabled().verifyingCriticalExtensions + verifiedExtensions
        guard certificate.extensions.allSatisfy({ !$0.critical || read.contains($0.oid) }) else { return false }
        return ValidityPolicy(secondsSince1970: secondsSince1970).isValid(certificate)
    }

    /// Whether a path over the chain's certificates ends at an anchor (RFC 5280, section 6).
    private func hasPath(_ chain: CertificateChain, to anchors: [Certificate]) async -> Bool {
        var verifier = Verifier(rootCertificates: CertificateStore(anchors)) {
            // The library's own validity check reads the machine's clock.
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

/// Accepts critical extensions that a format has read, in the signing certificate only.
struct LeafExtensionsPolicy: VerifierPolicy, Sendable {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier]

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        let isElsewhere = chain.dropFirst().contains { certificate in
            certificate.extensions.contains { $0.critical && verifyingCriticalExtensions.contains($0.oid) }
        }
        return isElsewhere ? .failsToMeetPolicy(reason: "an authority has an unread critical extension") : .meetsPolicy
    }
}
