internal import SwiftASN1
internal import X509

/// Critical extensions that a format has read in the certificate that signed, and in that one only.
struct LeafExtensionsPolicy: VerifierPolicy, Sendable {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier]

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        let isElsewhere = chain.dropFirst().contains { certificate in
            certificate.extensions.contains { $0.critical && verifyingCriticalExtensions.contains($0.oid) }
        }
        return isElsewhere ? .failsToMeetPolicy(reason: "an authority has an unread critical extension") : .meetsPolicy
    }
}
