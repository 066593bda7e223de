internal import SwiftASN1
internal import X509

/// What every certificate between the one that signed and the anchor must be, beyond what the library asks for.
///
/// The library lets certificates of version 1 issue others and does not read what an authority's key is for. An anchor is
/// what the relying party named, whatever stands in it.
struct AuthorityPolicy: VerifierPolicy, Sendable {
    var verifyingCriticalExtensions: [ASN1ObjectIdentifier] { [] }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        let mayAllIssue = chain.dropFirst().dropLast().allSatisfy { $0.version == .v3 && $0.mayIssue }
        return mayAllIssue ? .meetsPolicy : .failsToMeetPolicy(reason: "an authority may not issue certificates")
    }
}

extension Certificate {
    /// Whether the key is for the signatures of certificates, or for everything (RFC 5280, section 6.1.4 n).
    fileprivate var mayIssue: Bool {
        do {
            return try extensions.keyUsage?.keyCertSign ?? true
        } catch {
            return false
        }
    }
}
