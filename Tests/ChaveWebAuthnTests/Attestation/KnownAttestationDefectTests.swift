import ChaveWebAuthn
import ChaveWire
import Crypto
import SwiftASN1
import Testing
import X509

/// One row for each cause in `facts/webauthn.md` that an attestation with certificates can have.
@Suite struct KnownAttestationDefectTests {
    static let withCertificates = [.packed, .fidoU2F, .apple, .androidKey, .tpm] as [AttestationFormat]

    /// GHSA-6hxq-p678-4hr2: a self-signed certificate that came along ended the path.
    @Test(arguments: KnownAttestationDefectTests.withCertificates.filter { $0 != .fidoU2F })
    func aRootThatCameAlongIsNoAnchor(_ format: AttestationFormat) async throws {
        var forged = AttestationSample()
        let forgedRoot = try forged.root.signed(by: forged.rootKey, for: forged.rootKey)
        let real = AttestationSample()
        let realRoot = try real.root.signed(by: real.rootKey, for: real.rootKey)
        for extra in [[], [forgedRoot], [forgedRoot, forgedRoot], [realRoot, forgedRoot], [forgedRoot, realRoot]] {
            forged.damageChain = { $0 += extra }
            var sample = try RegistrationSample.attested(format, forged)
            sample.expectation.attestation.trust = try real.trust()
            await expect(.chainNotTrusted, sample, "\(extra.count)")
        }
    }

    /// CVE-2025-12150 and CVE-2026-6856: a format that was not asked for was taken, or a model nobody vouched for.
    @Test(arguments: KnownAttestationDefectTests.withCertificates)
    func aFormatOrAModelThatWasNotAskedForIsRefused(_ format: AttestationFormat) async throws {
        var sample = try RegistrationSample.attested(format)
        sample.expectation.attestation.acceptedFormats.remove(format)
        await expect(.formatNotAccepted, sample)
        sample = try RegistrationSample.attested(format)
        sample.expectation.attestation.models = .only([Array(1...16)])
        await expect(.modelNotAccepted, sample)
    }

    /// Anybody's key that a phone attests signed what a U2F key signs, and its certificates led to an anchor too.
    @Test func anAndroidKeyDoesNotPassForAU2FKey() async throws {
        var attestation = AttestationSample()
        attestation.certificate.extensions = [
            Certificate.Extension(
                oid: [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17],
                critical: false,
                value: AndroidKey().encoded(challenge: Array(0..<32))[...]
            )
        ]
        var sample = try RegistrationSample.attested(.fidoU2F, attestation)
        await expect(nil, sample)  // With one list of anchors for all formats.
        let root = try attestation.root.signed(by: attestation.rootKey, for: attestation.rootKey)
        sample.expectation.attestation.trust = try AttestationTrust(
            anchors: [.androidKey: [root], .fidoU2F: []],
            at: TestCertificate.validTime
        )
        await expect(.chainNotTrusted, sample)
    }

    /// go-webauthn, 2026: a hash that is not known was taken for SHA-256.
    @Test func aHashThatIsNotKnownIsNotTakenForAnother() async throws {
        for number in [0x0000, 0x0004, 0x0010, 0x0012, 0x0027, 0xFFFF] as [UInt16] {
            let bytes = [UInt8(number >> 8), UInt8(number & 0xFF)]
            let sample = try RegistrationSample.tpm {
                $0.tpm.damageArea = { $0.replaceSubrange(2..<4, with: bytes) }
                $0.tpm.damageName = { $0.replaceSubrange(0..<2, with: bytes) }
            }
            await expect(.statementUnsupported, sample, "\(number)")
        }
    }

    /// CVE-2021-40818 and its kin: a size that is larger than what is there, at each place that has one.
    @Test func sizesBeyondTheStructureAreRefused() async throws {
        for high in [0x01, 0x7F, 0xFF] as [UInt8] {
            for offset in [8, 18, 52] {
                let area = try RegistrationSample.tpm { $0.tpm.damageArea = { $0[offset] = high } }
                await expect(.statementMalformed, area, "\(offset)")
            }
            for offset in [6, 8, 67, 103] {
                let info = try RegistrationSample.tpm { $0.tpm.damageCertification = { $0[offset] = high } }
                await expect(.statementMalformed, info, "\(offset)")
            }
        }
    }
}
