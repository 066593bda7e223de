import ChaveWebAuthn
import ChaveWire
import Crypto
import Testing
import X509

@Suite struct TPMAttestationTests {
    @Test(arguments: [.es256, .esp256, .es384, .es512, .rs256] as [COSEAlgorithm])
    func aKeyInATPMIsAccepted(_ algorithm: COSEAlgorithm) async throws {
        var sample = try RegistrationSample.attested(.tpm, of: algorithm)
        #expect(try await sample.verify().attestation == .anchored)
        sample.expectation.attestation = .unanchored
        #expect(try await sample.verify().attestation == .unanchored)
    }

    @Test func theKeyInTheAreaIsTheCredentials() async throws {
        for algorithm in [.es256, .es384, .rs256, .edDSA] as [COSEAlgorithm] {
            await expect(.keyMismatch, try .tpm { $0.certifiedKey = try? TestKey.make(for: algorithm) })
        }
        var other = try RegistrationSample(.edDSA)
        let model = try RegistrationSample.attested(.tpm)
        other.format = model.format
        other.attestation = model.attestation
        await expect(.keyMismatch, other)
        // The exponent, in the area of an RSA key.
        other = try RegistrationSample(.rs256)
        other.format = model.format
        other.attestation = model.attestation
        other.attestation?.tpm.damageArea = { $0[19] = 3 }
        await expect(.keyMismatch, other)
        other.attestation?.tpm.damageArea = { $0.replaceSubrange(16..<20, with: [0, 1, 0, 1]) }
        other.expectation.attestation = .unanchored
        await expect(nil, other)
    }

    @Test func whatIsCertifiedIsThisRegistrationAndThisKey() async throws {
        await expect(.nonceMismatch, try .tpm { $0.tpm.damageExtraData = { $0[0] ^= 1 } })
        await expect(.nonceMismatch, try .tpm { $0.tpm.damageExtraData = { $0 = [] } })
        await expect(.nonceMismatch, try .tpm { $0.tpm.damageExtraData = { $0.append(0) } })
        await expect(.nameMismatch, try .tpm { $0.tpm.damageName = { $0[1] = 0x0C } })
        await expect(.nameMismatch, try .tpm { $0.tpm.damageName = { $0 = [] } })
        await expect(.signatureInvalid, try .tpm { $0.damageSigned = { $0[40] ^= 1 } })
    }

    /// The hash of what is certified is that of the algorithm, for every kind of attestation key.
    @Test(arguments: [.es384, .es512, .rs256] as [COSEAlgorithm])
    func theHashIsThatOfTheAlgorithm(_ algorithm: COSEAlgorithm) async throws {
        let key = try TestKey.make(for: algorithm)
        var sample = try RegistrationSample.tpm { $0.algorithm = algorithm }
        let attestation = try #require(sample.attestation)
        var certificate = attestation.certificate
        certificate.subject = DistinguishedName()
        certificate.extensions = try attestation.tpm.extensions()
        let made = try certificate.signed(by: attestation.rootKey, for: key.certificateKey)
        sample.attestation?.damageChain = { $0 = [made] }
        sample.attestation?.damageStatement = { members in
            let signature = members[5].value.bytes.flatMap { try? key.sign($0) }
            members[1].value = .bytes(signature ?? [])
        }
        await expect(algorithm == .rs256 ? nil : .nonceMismatch, sample)
        let attested = sample.data.encoded() + SHA256.hash(data: sample.clientData.encoded())
        sample.attestation?.tpm.damageExtraData = {
            switch algorithm {
            case .es384: $0 = Array(SHA384.hash(data: attested))
            case .es512: $0 = Array(SHA512.hash(data: attested))
            default: $0 = Array(SHA256.hash(data: attested))
            }
        }
        await expect(nil, sample)
    }

    /// The area and the certification, cut anywhere, longer, or of another kind.
    @Test func structuresOutOfTheirFormAreMalformed() async throws {
        for count in 0..<86 {
            let cut = try RegistrationSample.tpm { $0.tpm.damageArea = { $0 = Array($0.prefix(count)) } }
            await expect(.statementMalformed, cut, "\(count)")
            await Task.yield()
        }
        for count in 0..<105 {
            let cut = try RegistrationSample.tpm { $0.tpm.damageCertification = { $0 = Array($0.prefix(count)) } }
            await expect(.statementMalformed, cut, "\(count)")
            await Task.yield()
        }
        await expect(.statementMalformed, try .tpm { $0.tpm.damageArea = { $0.append(0) } })
        await expect(.statementMalformed, try .tpm { $0.tpm.damageCertification = { $0.append(0) } })
        // Who made it, and what it is about.
        for offset in 0..<6 {
            let wrong = try RegistrationSample.tpm { $0.tpm.damageCertification = { $0[offset] ^= 0x70 } }
            await expect(.statementMalformed, wrong, "\(offset)")
        }
    }

    @Test func kindsThatAreNotReadAreUnsupported() async throws {
        // Type, hash (SHA-1), scheme, curve, key derivation.
        for (offset, value) in [(1, 8), (3, 4), (13, 0x77), (15, 2), (17, 0x77)] as [(Int, UInt8)] {
            await expect(.statementUnsupported, try .tpm { $0.tpm.damageArea = { $0[offset] = value } }, "\(offset)")
        }
        for version in ["1.2", "2", "2.00", ""] {
            let other = try RegistrationSample.tpm { $0.damageStatement = { $0[2].value = .text(version) } }
            await expect(.statementUnsupported, other)
        }
        // RS1 never.
        for number in [-65_535, -8, -19, 0] as [Int64] {
            await expect(.statementUnsupported, try .tpm { $0.algorithm = COSEAlgorithm(rawValue: number) })
        }
    }

    /// The certificates are looked at before what is unsupported, and after what is malformed.
    @Test func malformedStructuresComeBeforeMalformedCertificates() async throws {
        await expect(
            .statementMalformed,
            try .tpm {
                $0.tpm.damageArea = { $0.removeLast() }
                $0.damageChain = { $0[0] = [] }
            }
        )
        await expect(
            .certificateMalformed,
            try .tpm {
                $0.tpm.damageArea = { $0[3] = 4 }
                $0.damageChain = { $0[0] = [] }
            }
        )
    }

    /// The coordinates stand at the same place on every curve.
    @Test func anUnknownCurveHidesNoMalformedArea() async throws {
        let faults: [(inout [UInt8]) -> Void] = [
            { $0.removeLast() }, { $0.append(0) }, { $0[18] = 1 }, { $0[52] = 1 },
        ]
        for (index, fault) in faults.enumerated() {
            let sample = try RegistrationSample.tpm {
                $0.tpm.damageArea = {
                    $0[15] = 2
                    fault(&$0)
                }
            }
            await expect(.statementMalformed, sample, "\(index)")
        }
    }

    /// Schemes and ciphers that a key may be bound to.
    @Test func schemesAreReadOver() async throws {
        let rows = [
            (12, "0018000b"), (12, "0019000b"), (12, "001a000b0001"), (12, "001b000b"), (12, "001c000b"),
            (10, "000600800043"), (16, "0020000b"),
        ]
        for (offset, written) in rows {
            let bound = try RegistrationSample.tpm {
                $0.tpm.damageArea = { $0.replaceSubrange(offset..<offset + 2, with: hex(written)) }
            }
            await expect(nil, bound, "\(written)")
        }
    }

    @Test func theStatementHasExactlyItsMembers() async throws {
        for index in 0..<6 {
            await expect(.statementMalformed, try .tpm { $0.damageStatement = { $0.remove(at: index) } }, "\(index)")
            await expect(.statementMalformed, try .tpm { $0.damageStatement = { $0[index].value = .null } }, "\(index)")
        }
        let more = CBORMember(key: .text("ecdaaKeyId"), value: .bytes([]))
        await expect(.statementMalformed, try .tpm { $0.damageStatement = { $0.append(more) } })
    }
}
