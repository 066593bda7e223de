import ChaveWebAuthn
import Crypto

extension RegistrationSample {
    /// A sample whose certificate was issued by an intermediate one; `change` comes before that is made.
    static func withIntermediate(
        _ change: (inout TestCertificate) -> Void = { _ in }
    ) throws -> RegistrationSample {
        let key = P256.Signing.PrivateKey()
        var intermediate = TestCertificate.authority("Intermediate", issuedBy: "Test CA")
        change(&intermediate)
        var attestation = AttestationSample()
        let rootKey = attestation.rootKey
        let leafKey = attestation.key
        var leaf = attestation.certificate
        leaf.issuer = TestCertificate.name(unit: "Intermediate")
        attestation.certificate = leaf
        let made = [try leaf.signed(by: key, for: leafKey), try intermediate.signed(by: rootKey, for: key)]
        attestation.damageChain = { $0 = made }
        return try RegistrationSample.attested(.packed, attestation)
    }
}
