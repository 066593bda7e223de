import ChaveWebAuthn
import ChaveWire
import Crypto
import Testing

@Suite struct AndroidKeyAttestationTests {
    @Test(arguments: RegistrationExpectation.allAlgorithms)
    func aKeyOfTheDeviceIsAccepted(_ algorithm: COSEAlgorithm) async throws {
        var sample = try RegistrationSample.attested(.androidKey, of: algorithm)
        #expect(try await sample.verify().attestation == .anchored)
        sample.expectation.attestation = .unanchored
        #expect(try await sample.verify().attestation == .unanchored)
        sample.attestation?.damageSigned = { $0[0] ^= 1 }
        await expect(.signatureInvalid, sample)
    }

    @Test func theCertifiedKeyIsTheCredentials() async throws {
        var sample = try RegistrationSample.attested(.androidKey)
        sample.attestation?.certifiedKey = try TestKey.make(for: .es256)
        await expect(.keyMismatch, sample)
        sample.attestation?.certifiedKey = try TestKey.make(for: .es384)
        await expect(.algorithmMismatch, sample)
    }

    @Test func theExtensionMustBeThereAndNameThisCeremony() async throws {
        var sample = try RegistrationSample.attested(.androidKey)
        let attestation = try #require(sample.attestation)
        let bare = try attestation.certificate.signed(by: attestation.rootKey, for: sample.key.certificateKey)
        sample.attestation?.damageChain = { $0 = [bare] }
        await expect(.nonceMismatch, sample)
        let faults: [(inout [UInt8]) -> Void] = [
            // Version, levels, the challenge's tag, its first and its last byte, the unique id's tag.
            { $0[2] = 3 }, { $0[6] = 2 }, { $0[9] = 0x0A }, { $0[15] = 3 }, { $0[17] ^= 1 }, { $0[48] ^= 1 },
            { $0[49] = 5 }, { $0.removeLast() }, { $0.append(0) }, { $0 = [] }, { $0 = [0x30, 0] },
            { $0[51] = 0x31 }, { $0[53] = 0x31 },
        ]
        for (index, fault) in faults.enumerated() {
            var sample = try RegistrationSample.attested(.androidKey)
            sample.attestation?.damageExtension = fault
            await expect(.nonceMismatch, sample, "\(index)")
        }
    }

    /// What the lists say, and up to which level of proof that will do; `nil` where it never does.
    @Test func whatTheListsSayOfTheKeyCounts() async throws {
        let signs = AndroidKey.purpose([2])
        let made = AndroidKey.origin(0)
        let rows: [(software: [UInt8], hardware: [UInt8], proof: AndroidKeyProof?)] = [
            ([], signs + made, .hardware),
            (signs + made, signs + made, .hardware),
            (signs + made, [], .eitherList),
            (made, signs, .eitherList),
            (signs, made, .eitherList),
            ([], [], .silenceIsEnough),
            ([], signs, .silenceIsEnough),
            ([], made, .silenceIsEnough),
            (signs, [], .silenceIsEnough),
            (made, [], .silenceIsEnough),
            (AndroidKey.allApplications, signs + made, nil),
            ([], signs + AndroidKey.allApplications + made, nil),
            (AndroidKey.origin(2), signs + made, nil),
            ([], signs + AndroidKey.origin(1), nil),
            ([], AndroidKey.purpose([2, 3]) + made, nil),
            ([], AndroidKey.purpose([3]) + made, nil),
            ([], AndroidKey.purpose([]) + made, nil),
            (AndroidKey.purpose([0]), signs + made, nil),
            ([], signs + hex("bf837704 02020100") + made, .hardware),
        ]
        let levels = [.silenceIsEnough, .eitherList, .hardware] as [AndroidKeyProof]
        for (index, row) in rows.enumerated() {
            var sample = try RegistrationSample.attested(.androidKey)
            sample.attestation?.android = AndroidKey(software: row.software, hardware: row.hardware)
            let last = row.proof.flatMap { levels.firstIndex(of: $0) } ?? -1
            for (level, proof) in levels.enumerated() {
                sample.expectation.attestation.androidKeyProof = proof
                await expect(level <= last ? nil : .keyUseUnsuitable, sample, "\(index), \(proof)")
            }
        }
    }

    /// An anchor is given by who wants to rely on what Android says, so that it must have said something.
    @Test func whereAnchorsAreAskedForSilenceIsNotEnough() async throws {
        var sample = try RegistrationSample.attested(.androidKey)
        let anchored = AttestationPolicy.anchored(try #require(sample.expectation.attestation.trust))
        sample.attestation?.android = AndroidKey(software: [], hardware: [])
        sample.expectation.attestation = anchored
        await expect(.keyUseUnsuitable, sample)
        sample.expectation.attestation = .unanchored
        await expect(nil, sample)
        sample.attestation?.android = AndroidKey()
        sample.expectation.attestation = anchored
        await expect(nil, sample)
    }

    /// What software signed is not the hardware's word, whatever its lists say.
    @Test func theHardwareMustHaveSpokenItself() async throws {
        for (attestation, key, isHardware) in [
            (1, 1, true), (2, 2, true), (1, 2, true), (0, 1, false), (1, 0, false), (0, 0, false), (3, 1, false),
        ] as [(UInt8, UInt8, Bool)] {
            var sample = try RegistrationSample.attested(.androidKey)
            sample.attestation?.android.levels = (attestation, key)
            await expect(nil, sample)
            sample.expectation.attestation.androidKeyProof = .hardware
            await expect(isHardware ? nil : .keyUseUnsuitable, sample, "\(attestation), \(key)")
        }
    }

    /// An application can have its attested key sign a certificate of its own making.
    @Test func whatAnAttestedKeySignedLeadsToNoAnchor() async throws {
        let real = AttestationSample()
        let applications = P256.Signing.PrivateKey()
        let attested = try real.certificate.signed(by: real.rootKey, for: applications)
        var forged = AttestationSample()
        forged.rootKey = applications
        forged.certificate.issuer = real.certificate.subject
        forged.damageChain = { $0.append(attested) }
        var sample = try RegistrationSample.attested(.androidKey, forged)
        sample.expectation.attestation.trust = try real.trust()
        await expect(.chainNotTrusted, sample)
    }

    @Test func aListOutOfItsFormIsNotRead() async throws {
        for list in [
            hex("0500"), hex("a100"), hex("a103020102"), hex("a10431020500"), hex("a106 310002 0102 00"),
            hex("bf853e00"), hex("bf853e020500"), hex("bf853e0602 0100020100"), hex("bf853e0b0209010000000000000000"),
            AndroidKey.origin(0) + AndroidKey.origin(2), hex("9f853e0100"), hex("a1"), hex("bf85"), hex("bf"),
        ] {
            var sample = try RegistrationSample.attested(.androidKey)
            sample.attestation?.android = AndroidKey(software: list)
            await expect(.nonceMismatch, sample, "\(hexText(list))")
        }
    }

    @Test func theStatementHasExactlyItsMembers() async throws {
        let faults: [(inout [CBORMember]) -> Void] = [
            { $0.remove(at: 0) }, { $0.remove(at: 1) }, { $0.remove(at: 2) },
            { $0.append(CBORMember(key: .text("ver"), value: .text("2.0"))) },
            { $0[0].value = .text("-7") }, { $0[1].value = .text("") }, { $0[2].value = .array([]) },
        ]
        for (index, fault) in faults.enumerated() {
            var sample = try RegistrationSample.attested(.androidKey)
            sample.attestation?.damageStatement = fault
            await expect(.statementMalformed, sample, "\(index)")
        }
    }

    /// Here the client's software alone says which model it is.
    @Test func noListOfModelsIsMet() async throws {
        for models in [.only([Array(0..<16)]), .except([])] as [AttestationPolicy.Models] {
            var sample = try RegistrationSample.attested(.androidKey)
            sample.expectation.attestation.models = models
            await expect(.modelNotAccepted, sample)
        }
    }
}
