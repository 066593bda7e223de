internal import SwiftASN1
internal import X509

/// Checks each certificate between the signing one and the anchor, beyond the library's own checks.
///
/// The library lets certificates of version 1 issue others, and does not read an authority's key usage. An anchor is
/// exempt: the relying party named it, whatever its content.
struct AuthorityPolicy: VerifierPolicy, Sendable {
    var verifyingCriticalExtensions: [ASN1ObjectIdentifier] { [] }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        let mayAllIssue = chain.dropFirst().dropLast().allSatisfy { $0.version == .v3 && $0.mayIssue }
        return mayAllIssue ? .meetsPolicy : .failsToMeetPolicy(reason: "an authority may not issue certificates")
    }
}

extension Certificate {
    /// Whether the key may sign certificates, because its usage says so or is not limited (RFC 5280, section 6.1.4 n).
    fileprivate var mayIssue: Bool {
        do {
            return try extensions.keyUsage?.keyCertSign ?? true
        } catch {
            return false
        }
    }
}
