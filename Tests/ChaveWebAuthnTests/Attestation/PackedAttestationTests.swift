import ChaveWebAuthn
import ChaveWire
import Crypto
import CryptoExtras
import Testing
import X509

@Suite struct PackedAttestationTests {
    /// Without a policy the certificate is read, and not trusted beyond its own signature.
    @Test func withoutAPolicyACertificateIsReadButNotTrusted() async throws {
        var sample = try RegistrationSample.attested()
        sample.expectation.attestation =
            RegistrationExpectation(
                challenge: RegistrationSample.challenge,
                userVerification: .required
            ).attestation
        #expect(try await sample.verify().attestation == .unanchored)
        sample.attestation?.rootKey = P256.Signing.PrivateKey()
        #expect(try await sample.verify().attestation == .unanchored)
        sample.attestation?.damageSigned = { $0[0] ^= 1 }
        await expect(.signatureInvalid, sample)
    }

    @Test func partiesThatWantNoCertificatesRefuseThem() async throws {
        var sample = try RegistrationSample.attested()
        sample.expectation.attestation = .noneOrSelf
        await expect(.typeNotAccepted, sample)
    }

    /// CVE-2025-12150: where a chain is asked for, neither none nor the credential's own signature will do.
    @Test func whereAChainIsAskedForNoneAndSelfAreRefused() async throws {
        var sample = try RegistrationSample.attested()
        sample.attestation = nil
        await expect(.typeNotAccepted, sample)
        sample.format = "none"
        await expect(.typeNotAccepted, sample)
    }

    /// CVE-2026-6856: an AAGUID that nobody vouches for meets no list.
    @Test func aListOfModelsCountsOnlyWithAVerifiedChain() async throws {
        let model = Array(0..<16) as [UInt8]
        for models in [.only([model]), .except([])] as [AttestationPolicy.Models] {
            var sample = try RegistrationSample.attested()
            sample.expectation.attestation.models = models
            #expect(try await sample.verify().aaguid == model)
            sample.expectation.attestation.acceptedTypes = [.none, .selfAttestation, .unanchored]
            sample.expectation.attestation.trust = nil
            await expect(.modelNotAccepted, sample)
            sample.attestation = nil
            await expect(.modelNotAccepted, sample)
            sample.format = "none"
            await expect(.modelNotAccepted, sample)
        }
        for models in [.only([]), .only([Array(1...16)]), .except([model])] as [AttestationPolicy.Models] {
            var sample = try RegistrationSample.attested()
            sample.expectation.attestation.models = models
            await expect(.modelNotAccepted, sample)
        }
    }

    @Test func theCertificatesModelMustBeTheAttestedOne() async throws {
        var sample = try RegistrationSample.attested()
        sample.attestation?.certificate.extensions = [.model(Array(0..<16))]
        _ = try await sample.verify()
        sample.attestation?.certificate.extensions = [.model(Array(0..<16), critical: true)]
        await expect(.certificateUnsuitable, sample)
        for wrong in [Array(0..<15), Array(0..<17), Array(1..<17)] as [[UInt8]] {
            sample.attestation?.certificate.extensions = [.model(wrong)]
            await expect(.modelMismatch, sample)
        }
        var bare = Certificate.Extension.model(Array(0..<16))
        bare.value = bare.value.dropFirst(2)
        sample.attestation?.certificate.extensions = [bare]
        await expect(.certificateUnsuitable, sample)
    }

    @Test func theSubjectHasItsFourParts() async throws {
        let unit = "Authenticator Attestation"
        for subject in [
            TestCertificate.name(country: nil, unit: unit), TestCertificate.name(country: "BRA", unit: unit),
            TestCertificate.name(country: "br", unit: unit), TestCertificate.name(country: "1", unit: unit),
            TestCertificate.name(organization: nil, unit: unit), TestCertificate.name(organization: "", unit: unit),
            TestCertificate.name(), TestCertificate.name(unit: "authenticator attestation"),
            TestCertificate.name(unit: unit + " "), TestCertificate.name(unit: unit, common: nil),
            TestCertificate.name(unit: unit, common: ""),
            DistinguishedName(Array(TestCertificate.name(unit: unit)) + Array(TestCertificate.name(unit: unit))),
            DistinguishedName(),
        ] {
            var sample = try RegistrationSample.attested()
            sample.attestation?.certificate.subject = subject
            await expect(.certificateUnsuitable, sample, "\(subject)")
        }
    }

    @Test func theCertificateIsExplicitlyNoAuthority() async throws {
        for constraints in [nil, .isCertificateAuthority(maxPathLength: nil)] as [BasicConstraints?] {
            var sample = try RegistrationSample.attested()
            sample.attestation?.certificate.constraints = constraints
            await expect(.certificateUnsuitable, sample)
        }
    }

    @Test func theStatementHasExactlyItsMembers() async throws {
        let faults: [(inout [CBORMember]) -> Void] = [
            { $0.remove(at: 0) }, { $0.remove(at: 1) },
            { $0.append(CBORMember(key: .text("ver"), value: .text("2.0"))) },
            { $0[0].value = .text("-7") }, { $0[0].value = .unsigned(.max) }, { $0[0].value = .negative(.max) },
            { $0[1].value = .text("") }, { $0[2].value = .bytes([]) }, { $0[2].value = .null },
            { $0[2].value = .array([]) }, { $0[2].value = .array([.text("")]) },
            { $0[2].key = .text("ecdaaKeyId") },
        ]
        for (index, fault) in faults.enumerated() {
            var sample = try RegistrationSample.attested()
            sample.attestation?.damageStatement = fault
            await expect(.statementMalformed, sample, "\(index)")
        }
    }

    @Test func whatIsNoCertificateIsNamed() async throws {
        for bytes in [[], [0x30], [0x30, 0], Array(repeating: 0x30, count: 100)] as [[UInt8]] {
            var sample = try RegistrationSample.attested()
            sample.attestation?.damageChain = { $0[0] = bytes }
            await expect(.certificateMalformed, sample)
            sample.attestation?.damageChain = { $0.append(bytes) }
            await expect(.certificateMalformed, sample)
        }
    }

    @Test func theAlgorithmIsThatOfTheCertificatesKey() async throws {
        for algorithm in RegistrationExpectation.allAlgorithms where ![.es256, .esp256].contains(algorithm) {
            var sample = try RegistrationSample.attested()
            sample.attestation?.algorithm = algorithm
            await expect(.algorithmMismatch, sample)
        }
        for number in [-65_535, -258, -259, -37, -47, 0, 1, .min, .max] as [Int64] {
            var sample = try RegistrationSample.attested()
            sample.attestation?.algorithm = COSEAlgorithm(rawValue: number)
            await expect(.statementUnsupported, sample)
        }
    }

    /// Each kind of key that a certificate may have signs once.
    @Test(arguments: RegistrationExpectation.allAlgorithms)
    func certificatesOfEveryKindOfKeyAttest(_ algorithm: COSEAlgorithm) async throws {
        let key = try TestKey.make(for: algorithm)
        var sample = try RegistrationSample.attested()
        sample.attestation?.algorithm = algorithm
        let attestation = try #require(sample.attestation)
        let certificate = try attestation.certificate.signed(by: attestation.rootKey, for: key.certificateKey)
        sample.attestation?.damageChain = { $0 = [certificate] }
        let client = SHA256.hash(data: sample.clientData.encoded())
        let signature = try key.sign(sample.data.encoded() + client)
        sample.attestation?.damageStatement = { $0[1].value = .bytes(signature) }
        #expect(try await sample.verify().attestation == .anchored)
    }

    @Test func anRSAKeyThatIsTooShortAttestsNothing() async throws {
        let key = try _RSA.Signing.PrivateKey(unsafeKeySize: _RSA.Signing.KeySize(bitCount: 1_024))
        var sample = try RegistrationSample.attested()
        sample.attestation?.algorithm = .rs256
        let attestation = try #require(sample.attestation)
        let certificate = try attestation.certificate.signed(
            by: attestation.rootKey,
            for: Certificate.PublicKey(key.publicKey)
        )
        sample.attestation?.damageChain = { $0 = [certificate] }
        await expect(.certificateMalformed, sample)
    }

    /// With the neutral point as key, itself and a zero are a signature of everything.
    @Test func anEd25519KeyOfSmallOrderAttestsNothing() async throws {
        let neutral = [1] + [UInt8](repeating: 0, count: 31)
        let key = try Curve25519.Signing.PublicKey(rawRepresentation: neutral)
        var sample = try RegistrationSample.attested()
        sample.attestation?.algorithm = .edDSA
        let attestation = try #require(sample.attestation)
        let made = try attestation.certificate.signed(by: attestation.rootKey, for: Certificate.PublicKey(key))
        sample.attestation?.damageChain = { $0 = [made] }
        sample.attestation?.damageStatement = { $0[1].value = .bytes(neutral + [UInt8](repeating: 0, count: 32)) }
        await expect(.certificateMalformed, sample)
    }
}

extension TestKey {
    var certificateKey: Certificate.PublicKey {
        switch self {
        case .p256(let key): Certificate.PublicKey(key.publicKey)
        case .p384(let key): Certificate.PublicKey(key.publicKey)
        case .p521(let key): Certificate.PublicKey(key.publicKey)
        case .ed25519(let key): Certificate.PublicKey(key.publicKey)
        case .rsa(let key): Certificate.PublicKey(key.publicKey)
        }
    }
}
