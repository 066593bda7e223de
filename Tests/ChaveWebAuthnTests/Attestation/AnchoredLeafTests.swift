import ChaveWebAuthn
import Crypto
import SwiftASN1
import Testing
import X509

/// What signs an attestation may be an anchor itself, though it is no authority: FIDO's metadata lists such certificates.
@Suite struct AnchoredLeafTests {
    /// A sample whose own certificate is the only anchor; no authority is known.
    private func sample(
        at seconds: Int64 = TestCertificate.validTime,
        _ change: (inout AttestationSample) -> Void = { _ in }
    ) throws -> RegistrationSample {
        var attestation = AttestationSample()
        change(&attestation)
        let made = try attestation.certificate.signed(by: attestation.rootKey, for: attestation.key)
        attestation.damageChain = { $0 = [made] }
        var sample = try RegistrationSample.attested(.packed, attestation)
        sample.expectation.attestation.trust = try AttestationTrust(anchors: [made], at: seconds)
        return sample
    }

    @Test func aCertificateThatIsAnAnchorIsTrusted() async throws {
        await expect(nil, try sample())
        await expect(nil, try sample { $0.certificate.issuer = $0.certificate.subject })
        var model = try sample { $0.certificate.extensions = [.model(Array(0..<16))] }
        model.expectation.attestation.models = .only([Array(0..<16)])
        #expect(try await model.verify().attestation == .anchored)
    }

    @Test func itIsValidAtTheTime() async throws {
        for (time, isValid) in [
            (1_699_999_999, false), (1_700_000_000, true), (1_900_000_000, true), (1_900_000_001, false),
        ] as [(Int64, Bool)] {
            await expect(isValid ? nil : .chainNotTrusted, try sample(at: time), "\(time)")
        }
    }

    @Test func itHasNoCriticalExtensionThatNobodyRead() async throws {
        for (critical, expected) in [(false, nil), (true, .chainNotTrusted)] as [(Bool, AttestationRefusal?)] {
            let unknown = Certificate.Extension(oid: [1, 2, 3, 4], critical: critical, value: [5, 0])
            await expect(expected, try sample { $0.certificate.extensions = [unknown] })
        }
    }

    /// Those that the format has read are known.
    @Test func aTPMsCertificateWithCriticalNamesIsTrusted() async throws {
        var attestation = AttestationSample()
        var certificate = attestation.certificate
        certificate.subject = DistinguishedName()
        certificate.extensions = try attestation.tpm.extensions()
        let made = try certificate.signed(by: attestation.rootKey, for: attestation.key)
        attestation.damageChain = { $0 = [made] }
        var sample = try RegistrationSample.attested(.tpm, attestation)
        sample.expectation.attestation.trust = try AttestationTrust(
            anchors: [.tpm: [made]],
            at: TestCertificate.validTime
        )
        await expect(nil, sample)
        sample.expectation.attestation.trust = try AttestationTrust(
            anchors: [.packed: [made]],
            at: TestCertificate.validTime
        )
        await expect(.chainNotTrusted, sample)
    }

    /// The anchor is that certificate, byte for byte, not its name or key.
    @Test func anotherCertificateOfTheSameNameAndKeyIsNot() async throws {
        var sample = try sample()
        let attestation = try #require(sample.attestation)
        var other = attestation.certificate
        other.notAfter += 1
        let made = try other.signed(by: attestation.rootKey, for: attestation.key)
        sample.attestation?.damageChain = { $0 = [made] }
        await expect(.chainNotTrusted, sample)
    }
}
