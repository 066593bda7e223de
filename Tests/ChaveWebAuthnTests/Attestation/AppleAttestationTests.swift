import ChaveWebAuthn
import ChaveWire
import Crypto
import Testing

@Suite struct AppleAttestationTests {
    @Test(arguments: RegistrationExpectation.allAlgorithms)
    func aCertificateForTheCredentialsKeyIsAccepted(_ algorithm: COSEAlgorithm) async throws {
        var sample = try RegistrationSample.attested(.apple, of: algorithm)
        #expect(try await sample.verify().attestation == .anchored)
        sample.expectation.attestation = .unanchored
        #expect(try await sample.verify().attestation == .unanchored)
    }

    @Test func theCertifiedKeyIsTheCredentials() async throws {
        for algorithm in [.es256, .es384, .rs256] as [COSEAlgorithm] {
            var sample = try RegistrationSample.attested(.apple)
            sample.attestation?.certifiedKey = try TestKey.make(for: algorithm)
            await expect(.keyMismatch, sample)
        }
    }

    @Test func theExtensionHoldsTheHashAndNothingElse() async throws {
        let faults: [(inout [UInt8]) -> Void] = [
            { $0[37] ^= 1 }, { $0.removeLast() }, { $0.append(0) }, { $0 = [] }, { $0 = Array($0[4...]) },
            { $0[0] = 0x31 }, { $0[2] = 0xA0 }, { $0[4] = 0x03 }, { $0 = [0x30, 0] }, { $0 = hex("3002a100") },
            { $0 = hex("3026") + $0[2...] + hex("0500") },
        ]
        for (index, fault) in faults.enumerated() {
            var sample = try RegistrationSample.attested(.apple)
            sample.attestation?.damageExtension = fault
            await expect(.nonceMismatch, sample, "\(index)")
        }
    }

    @Test func withoutTheExtensionNothingIsAttested() async throws {
        var sample = try RegistrationSample.attested(.apple)
        let attestation = try #require(sample.attestation)
        let bare = try attestation.certificate.signed(by: attestation.rootKey, for: sample.key.certificateKey)
        sample.attestation?.damageChain = { $0 = [bare] }
        await expect(.nonceMismatch, sample)
    }

    @Test func theStatementHasExactlyItsMember() async throws {
        let faults: [(inout [CBORMember]) -> Void] = [
            { $0.removeAll() }, { $0.append(CBORMember(key: .text("alg"), value: CBORValue(-7))) },
            { $0[0].value = .bytes([]) }, { $0[0].value = .array([]) }, { $0[0].value = .array([.null]) },
        ]
        for (index, fault) in faults.enumerated() {
            var sample = try RegistrationSample.attested(.apple)
            sample.attestation?.damageStatement = fault
            await expect(.statementMalformed, sample, "\(index)")
        }
    }

    /// Here the client's software alone says which model it is.
    @Test func noListOfModelsIsMet() async throws {
        for models in [.only([Array(0..<16)]), .except([])] as [AttestationPolicy.Models] {
            var sample = try RegistrationSample.attested(.apple)
            sample.expectation.attestation.models = models
            await expect(.modelNotAccepted, sample)
        }
    }
}
