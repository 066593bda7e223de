import ChaveWebAuthn
import Crypto
import SwiftASN1
import Testing
import X509

/// What a certificate between the one that signs and the anchor must be.
@Suite struct IntermediateTests {
    @Test func anIntermediateCertificateMustBeAnAuthority() async throws {
        for constraints in [.notCertificateAuthority, nil] as [BasicConstraints?] {
            let sample = try RegistrationSample.withIntermediate { $0.constraints = constraints }
            await expect(.chainNotTrusted, sample)
        }
    }

    /// The library lets certificates of version 1 issue others, as they cannot say that they may not.
    @Test func onlyAnAnchorMayBeOfVersionOne() async throws {
        let old = try RegistrationSample.withIntermediate {
            $0.version = .v1
            $0.constraints = nil
        }
        await expect(.chainNotTrusted, old)
        var sample = try RegistrationSample.withIntermediate()
        sample.attestation?.root.version = .v1
        sample.attestation?.root.constraints = nil
        sample.expectation.attestation.trust = try sample.attestation?.trust()
        await expect(nil, sample)
    }

    /// An authority's key may be for something else than certificates (RFC 5280, section 4.2.1.3).
    @Test func anIntermediateCertificatesKeyIsForSigningCertificates() async throws {
        for (usage, isFine) in [
            (KeyUsage(keyCertSign: true), true), (KeyUsage(keyCertSign: true, cRLSign: true), true),
            (KeyUsage(digitalSignature: true), false), (KeyUsage(cRLSign: true), false),
        ] {
            for critical in [true, false] {
                let extensions = [try Certificate.Extension(usage, critical: critical)]
                let sample = try RegistrationSample.withIntermediate { $0.extensions = extensions }
                await expect(isFine ? nil : .chainNotTrusted, sample, "\(usage)")
            }
        }
        var broken = try RegistrationSample.withIntermediate {
            $0.extensions = [Certificate.Extension(oid: [2, 5, 29, 15], critical: false, value: [5, 0])]
        }
        await expect(.chainNotTrusted, broken)
        broken.expectation.attestation = .unanchored
        await expect(nil, broken)
    }

    @Test func theLengthOfThePathIsLimitedByItsAuthorities() async throws {
        var sample = try RegistrationSample.withIntermediate()
        sample.attestation?.root.constraints = .isCertificateAuthority(maxPathLength: 0)
        sample.expectation.attestation.trust = try sample.attestation?.trust()
        await expect(.chainNotTrusted, sample)
    }

    /// Each name leads to one certificate, so that nothing that is sent makes the search long.
    @Test func ofSeveralAuthoritiesOfOneNameTheFirstCounts() async throws {
        let key = P256.Signing.PrivateKey()
        let other = try TestCertificate.authority("Intermediate", issuedBy: "Test CA").signed(by: key, for: key)
        for (offset, expected) in [(2, nil), (1, .chainNotTrusted)] as [(Int, AttestationRefusal?)] {
            var sample = try RegistrationSample.withIntermediate()
            let before = try #require(sample.attestation).damageChain
            sample.attestation?.damageChain = {
                before(&$0)
                $0.insert(other, at: offset)
            }
            await expect(expected, sample, "\(offset)")
        }
    }

    /// Certificates of one name and key that differ in their numbers, so that each may follow each.
    @Test func certificatesThatSignEachOtherInACircleEnd() async throws {
        let key = P256.Signing.PrivateKey()
        var attestation = AttestationSample()
        attestation.certificate.issuer = TestCertificate.name(unit: "Circle")
        var made = [try attestation.certificate.signed(by: key, for: attestation.key)]
        for number in 1...5 as ClosedRange<UInt8> {
            var authority = TestCertificate.authority("Circle", issuedBy: "Circle")
            authority.extensions = [
                Certificate.Extension(oid: [2, 5, 29, 17], critical: false, value: [0x30, 3, 0x82, 1, 0x60 + number])
            ]
            made.append(try authority.signed(by: key, for: key))
        }
        attestation.damageChain = { [made] in $0 = made }
        await expect(.chainNotTrusted, try .attested(.packed, attestation))
    }
}
