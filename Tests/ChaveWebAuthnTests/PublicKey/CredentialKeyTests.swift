import ChaveWebAuthn
import ChaveWire
import Crypto
import CryptoExtras
import Testing

/// Which keys are registered, whatever the attestation format.
@Suite struct CredentialKeyTests {
    private func refusal(of key: COSEKey, format: String = "none") async throws -> RegistrationRefusal? {
        var sample = try RegistrationSample.withoutAttestation()
        sample.format = format
        sample.expectation.algorithms.append(COSEAlgorithm(rawValue: -65_535))
        sample.data.attestedCredentialData?.publicKey = key.encoded()
        do {
            _ = try await sample.verify()
            return nil
        } catch let refusal as RegistrationRefusal {
            return refusal
        }
    }

    /// Each algorithm with each key: only its own kind passes.
    @Test(arguments: RegistrationExpectation.allAlgorithms + [COSEAlgorithm(rawValue: -65_535)])
    func anAlgorithmIsBoundToKeyTypeAndCurve(_ algorithm: COSEAlgorithm) async throws {
        let own: [COSEAlgorithm: COSEAlgorithm] = [
            .es256: .es256, .esp256: .es256, .es384: .es384, .esp384: .es384, .es512: .es512, .esp512: .es512,
            .edDSA: .edDSA, .ed25519: .edDSA, .rs256: .rs256,
        ]
        for kind in [.es256, .es384, .es512, .edDSA, .rs256] as [COSEAlgorithm] {
            let key = try TestKey.make(for: kind).coseKey(algorithm)
            let expected: RegistrationRefusal? = own[algorithm] == kind ? nil : .algorithmKeyMismatch
            #expect(try await refusal(of: key) == expected, "\(algorithm.rawValue) with \(kind.rawValue)")
        }
    }

    /// RS1 is SHA-1; offering it does not make it verifiable.
    @Test func rs1IsNeverVerified() async throws {
        let key = try TestKey.make(for: .rs256).coseKey(COSEAlgorithm(rawValue: -65_535))
        #expect(try await refusal(of: key) == .algorithmKeyMismatch)
        #expect(!RegistrationExpectation.allAlgorithms.contains(COSEAlgorithm(rawValue: -65_535)))
    }

    @Test func aPointOffItsCurveIsRefusedForEveryCurveAndFormat() async throws {
        for (curve, algorithm) in [(.p256, .es256), (.p384, .es384), (.p521, .es512)] as [(COSECurve, COSEAlgorithm)] {
            let zero = [UInt8](repeating: 0, count: curve.coordinateSize)
            let ones = [UInt8](repeating: 0x01, count: curve.coordinateSize)
            let most = [UInt8](repeating: 0xFF, count: curve.coordinateSize)
            for (x, y) in [(zero, zero), (ones, ones), (most, most), (zero, ones)] {
                let key = COSEKey.ec2(algorithm: algorithm, curve: curve, x: x, y: y)
                for format in ["none", "packed"] {
                    #expect(try await refusal(of: key, format: format) == .publicKeyInvalid)
                }
            }
        }
        let offCurve = [0x02] + [UInt8](repeating: 0, count: 31)
        let smallOrder = [0x01] + [UInt8](repeating: 0, count: 31)
        for point in [offCurve, smallOrder] {
            let key = COSEKey.okp(algorithm: .edDSA, curve: .ed25519, x: point)
            #expect(try await refusal(of: key) == .publicKeyInvalid)
        }
    }

    @Test func aPointOfAnotherCurveIsRefused() async throws {
        // Taken by whoever looks at the length only.
        let x = Array(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation)
        let key = COSEKey.ec2(algorithm: .es256, curve: .p256, x: x, y: x)
        #expect(try await refusal(of: key) == .publicKeyInvalid)
    }

    @Test func rsaKeysThatAreTooWeakAreRefused() async throws {
        let good = try _RSA.Signing.PrivateKey(keySize: .bits2048).publicKey.getKeyPrimitives()
        let weak = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1_024)).publicKey.getKeyPrimitives()
        var even = Array(good.modulus)
        even[255] ^= 1
        var shorter = Array(good.modulus)
        shorter[0] = 0x7F
        let exponents: [[UInt8]] = [[1], [2], [1, 0, 0], [UInt8](repeating: 0xFF, count: 8)]
        var keys = exponents.map { COSEKey.rsa(algorithm: .rs256, modulus: Array(good.modulus), exponent: $0) }
        for modulus in [Array(weak.modulus), even, shorter, [1]] {
            keys.append(.rsa(algorithm: .rs256, modulus: modulus, exponent: [1, 0, 1]))
        }
        for key in keys { #expect(try await refusal(of: key) == .publicKeyInvalid) }
    }

    /// Any number of bits from 2,048, not only the usual ones; the vectors have a key of 3,482.
    @Test(arguments: [2_048, 2_049, 2_056, 3_072, 3_482, 4_096, 8_192])
    func rsaKeysOfManySizesAreTaken(_ bits: Int) async throws {
        var modulus = [UInt8](repeating: 0x5B, count: (bits + 7) / 8)
        modulus[0] = 1 << UInt8((bits - 1) % 8)
        let key = COSEKey.rsa(algorithm: .rs256, modulus: modulus, exponent: [1, 0, 1])
        #expect(try await refusal(of: key) == nil)
    }

    /// CVE-2022-21449 and its kin: signatures made of numbers nobody computed.
    @Test func signaturesOfSpecialNumbersAreRefused() throws {
        let order = hex("00ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let zero: [UInt8] = [0]
        let one: [UInt8] = [1]
        for (r, s) in [(zero, zero), (zero, one), (one, zero), (order, one), (one, order), (order, order), (one, one)] {
            var sample = try AuthenticationSample()
            sample.damage { response in
                let integers = [0x02, UInt8(r.count)] + r + [0x02, UInt8(s.count)] + s
                response.signature = [0x30, UInt8(integers.count)] + integers
            }
            #expect(throws: AuthenticationRefusal.signatureInvalid) { try sample.verify() }
        }
    }

    /// WebAuthn has no rule about the size of s: both roots of one signature pass.
    @Test func aHighSIsAsGoodAsALowOne() throws {
        let sample = try AuthenticationSample()
        let response = try sample.makeResponse()
        let signature = try P256.Signing.ECDSASignature(derRepresentation: response.signature)
        let raw = Array(signature.rawRepresentation)
        let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        var other = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(raw[32 + index]) - borrow
            borrow = difference < 0 ? 1 : 0
            other[index] = UInt8(difference + 256 * borrow)
        }
        var flipped = response
        flipped.signature = Array(
            try P256.Signing.ECDSASignature(rawRepresentation: Array(raw[0..<32]) + other).derRepresentation
        )
        for either in [response, flipped] {
            _ = try sample.relyingParty.verify(either, against: sample.stored, expecting: sample.expectation)
        }
    }

    @Test func aSignatureInAnotherFormIsRefused() throws {
        let sample = try AuthenticationSample()
        let response = try sample.makeResponse()
        let raw = Array(try P256.Signing.ECDSASignature(derRepresentation: response.signature).rawRepresentation)
        let der = response.signature
        let longLength = [0x30, 0x81, der[1]] + der.dropFirst(2)
        let withTail = der + [0]
        let thirdInteger = [0x30, der[1] + 3] + der.dropFirst(2) + [0x02, 0x01, 0x01]
        let paddedR = [0x30, der[1] + 1, 0x02, der[3] + 1, 0x00] + der.dropFirst(4)
        for other in [raw, longLength, withTail, thirdInteger, paddedR, []] {
            var changed = response
            changed.signature = other
            #expect(throws: AuthenticationRefusal.signatureInvalid) {
                try sample.relyingParty.verify(changed, against: sample.stored, expecting: sample.expectation)
            }
        }
    }
}
