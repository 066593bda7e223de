public import ChaveWire
internal import SwiftASN1
@_spi(DisableValidityCheck) internal import X509

/// Where chains of attestation certificates must lead, and the time at which their certificates must be valid.
///
/// Only these certificates end a path: a self-signed one that came with the attestation is one like any other.
public struct AttestationTrust: Hashable, Sendable {
    private let anchors: [Certificate]
    /// The time, in seconds since 1970.
    public var secondsSince1970: Int64

    /// - Throws: `.invalid` when one of `anchors` is no certificate in DER.
    public init(anchors: [[UInt8]], at secondsSince1970: Int64) throws(WireError) {
        var certificates: [Certificate] = []
        for bytes in anchors {
            guard let certificate = try? Certificate(derEncoded: bytes) else { throw .invalid(field: "trustAnchors") }
            certificates.append(certificate)
        }
        self.anchors = certificates
        self.secondsSince1970 = secondsSince1970
    }

    /// Whether some path over the chain's certificates ends at an anchor (RFC 5280, section 6).
    func leads(to chain: CertificateChain) async -> Bool {
        var verifier = Verifier(rootCertificates: CertificateStore(anchors)) {
            // The library's own check of the time reads the machine's clock.
            RFC5280Policy.withValidityCheckDisabled()
            ValidityPolicy(secondsSince1970: secondsSince1970)
            LeafExtensionsPolicy(verifyingCriticalExtensions: chain.verifiedOnLeaf)
        }
        let result = await verifier.validate(leaf: chain.leaf, intermediates: CertificateStore(chain.others))
        guard case .validCertificate = result else { return false }
        return true
    }
}
