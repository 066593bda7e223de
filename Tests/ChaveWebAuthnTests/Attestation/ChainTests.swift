import ChaveBase
import ChaveWebAuthn
import Crypto
import SwiftASN1
import Testing
import X509

/// Which paths lead from the certificate that signs to an anchor.
@Suite struct ChainTests {
    @Test func aChainOverAnIntermediateCertificateIsAnchored() async throws {
        let sample = try RegistrationSample.withIntermediate()
        #expect(try await sample.verify().attestation == .anchored)
        var reordered = sample
        let before = try #require(sample.attestation).damageChain
        reordered.attestation?.damageChain = {
            before(&$0)
            $0.removeLast()
        }
        await expect(.chainNotTrusted, reordered)
    }

    @Test func everyCertificateOfThePathMustBeValidAtTheTime() async throws {
        for (time, isValid) in [
            (1_699_999_999, false), (1_700_000_000, true), (1_900_000_000, true), (1_900_000_001, false),
        ] as [(Int64, Bool)] {
            let sample = try RegistrationSample.attested(at: time)
            await expect(isValid ? nil : .chainNotTrusted, sample, "\(time)")
        }
        await expect(.chainNotTrusted, try RegistrationSample.withIntermediate { $0.notAfter = 1_799_999_999 })
        await expect(.chainNotTrusted, try RegistrationSample.withIntermediate { $0.notBefore = 1_800_000_001 })
        var sample = try RegistrationSample.attested()
        sample.attestation?.root.notAfter = 1_799_999_999
        sample.expectation.attestation.trust = try sample.attestation?.trust()
        await expect(.chainNotTrusted, sample)
    }

    /// Times up to 2049 are written in another form than later ones.
    @Test(
        arguments: [
            (-315_619_200, 951_868_799), (2_524_607_999, 2_524_608_000), (4_107_542_399, 33_260_000_000),
        ] as [(Int64, Int64)]
    )
    func validityIsReadInBothFormsOfTime(_ notBefore: Int64, _ notAfter: Int64) async throws {
        var attestation = AttestationSample()
        attestation.root.notBefore = -500_000_000
        attestation.root.notAfter = 40_000_000_000
        attestation.certificate.notBefore = notBefore
        attestation.certificate.notAfter = notAfter
        for time in [notBefore, notAfter] {
            await expect(nil, try .attested(.packed, attestation, at: time), "\(time)")
        }
        for time in [notBefore - 1, notAfter + 1] {
            await expect(.chainNotTrusted, try .attested(.packed, attestation, at: time), "\(time)")
        }
    }

    /// GHSA-6hxq-p678-4hr2: what came with the attestation never ends the path.
    @Test func aSelfSignedCertificateThatCameWithItEndsNoPath() async throws {
        let forger = P256.Signing.PrivateKey()
        let real = AttestationSample()
        var forged = real
        let forgedRoot = try real.root.signed(by: forger, for: forger)
        let forgedLeaf = try real.certificate.signed(by: forger, for: real.key)
        let realRoot = try real.root.signed(by: real.rootKey, for: real.rootKey)
        for chain in [
            [forgedLeaf, forgedRoot], [forgedLeaf, forgedRoot, forgedRoot], [forgedLeaf, realRoot],
            [forgedLeaf, forgedRoot, realRoot],
        ] {
            forged.damageChain = { $0 = chain }
            await expect(.chainNotTrusted, try .attested(.packed, forged))
        }
        // An anchor that came along too does no harm.
        forged.damageChain = { $0 += [realRoot, forgedRoot] }
        await expect(nil, try .attested(.packed, forged))
    }

    @Test func aCertificateThatSignedItselfIsNotTrusted() async throws {
        var attestation = AttestationSample()
        attestation.certificate.issuer = attestation.certificate.subject
        let made = try attestation.certificate.signed(by: attestation.key, for: attestation.key)
        attestation.damageChain = { $0 = [made] }
        var sample = try RegistrationSample.attested(.packed, attestation)
        await expect(.chainNotTrusted, sample)
        sample.expectation.attestation = .unanchored
        #expect(try await sample.verify().attestation == .unanchored)
    }

    @Test func anUnknownCriticalExtensionEndsThePath() async throws {
        var attestation = AttestationSample()
        attestation.certificate.extensions = [
            Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0])
        ]
        await expect(.chainNotTrusted, try .attested(.packed, attestation))
        attestation.certificate.extensions[0].critical = false
        await expect(nil, try .attested(.packed, attestation))
    }

    @Test func withoutAnchorsNoChainIsTrusted() async throws {
        var sample = try RegistrationSample.attested()
        sample.expectation.attestation.trust = try AttestationTrust(anchors: [], at: TestCertificate.validTime)
        await expect(.chainNotTrusted, sample)
    }

    @Test func aListOfCertificatesHasOneToSix() async throws {
        for (count, expected) in [(0, .statementMalformed), (6, nil), (7, .statementMalformed)]
            as [(Int, AttestationRefusal?)]
        {
            var attestation = AttestationSample()
            attestation.damageChain = { $0 = Array(repeating: $0[0], count: count) }
            await expect(expected, try .attested(.packed, attestation), "\(count)")
        }
        var attestation = AttestationSample()
        attestation.damageChain = { $0.append([UInt8](repeating: 0, count: 8_193)) }
        await expect(.statementMalformed, try .attested(.packed, attestation))
    }

    @Test func whatIsNoCertificateIsNoAnchor() {
        for bytes in [[], [0x30], [0x30, 0], Array(repeating: 0x30, count: 100)] as [[UInt8]] {
            #expect(throws: WireError.invalid(field: "trustAnchors")) { try AttestationTrust(anchors: [bytes], at: 0) }
            #expect(throws: WireError.invalid(field: "trustAnchors")) {
                try AttestationTrust(anchors: [.tpm: [bytes]], at: 0)
            }
        }
    }

    /// What a phone attests of a key would do for a U2F key; Android's anchors are none of U2F's.
    @Test func anAnchorOfOneFormatIsNoneOfAnother() async throws {
        for kind in [.packed, .fidoU2F, .apple, .androidKey, .tpm] as [AttestationFormat] {
            var sample = try RegistrationSample.attested(kind)
            let attestation = try #require(sample.attestation)
            let root = try attestation.root.signed(by: attestation.rootKey, for: attestation.rootKey)
            for format in AttestationFormat.allCases {
                sample.expectation.attestation.trust = try AttestationTrust(
                    anchors: [format: [root]],
                    at: TestCertificate.validTime
                )
                await expect(format == kind ? nil : .chainNotTrusted, sample, "\(kind), \(format)")
            }
        }
    }
}
