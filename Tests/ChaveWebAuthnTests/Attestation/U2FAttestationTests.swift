import ChaveWebAuthn
import ChaveWire
import Crypto
import Testing

@Suite struct U2FAttestationTests {
    @Test func whatAU2FKeySignedIsAccepted() async throws {
        var sample = try RegistrationSample.attested(.fidoU2F)
        #expect(try await sample.verify().attestation == .anchored)
        sample.expectation.attestation = .unanchored
        #expect(try await sample.verify().attestation == .unanchored)
    }

    @Test func everyPartOfWhatIsSignedCounts() async throws {
        let count = 1 + 32 + 32 + RegistrationSample.credentialID.count + 65
        for offset in 0..<count {
            var sample = try RegistrationSample.attested(.fidoU2F)
            sample.attestation?.damageSigned = { $0[offset] ^= 1 }
            await expect(.signatureInvalid, sample, "\(offset)")
            await Task.yield()
        }
    }

    /// Level 3 does not ask for a model of zeros; who does may say so.
    @Test func whetherTheModelMustBeZeroIsThePolicys() async throws {
        var sample = try RegistrationSample.attested(.fidoU2F)
        sample.expectation.attestation.requiresZeroModelInU2F = true
        await expect(.modelNotZero, sample)
        sample.data.attestedCredentialData?.aaguid = Array(repeating: 0, count: 16)
        _ = try await sample.verify()
        sample.data.attestedCredentialData?.aaguid[15] = 1
        await expect(.modelNotZero, sample)
    }

    /// Nothing signs the model of a U2F key, so that no list of models can speak of it.
    @Test func aListOfModelsAcceptsNoU2FKey() async throws {
        let sample = try RegistrationSample.attested(.fidoU2F)
        let model = try #require(sample.data.attestedCredentialData?.aaguid)
        for models in [AttestationPolicy.Models.only([model]), .except([])] {
            var sample = sample
            sample.expectation.attestation.models = models
            await expect(.modelNotAccepted, sample)
        }
    }

    @Test func thereIsExactlyOneCertificate() async throws {
        for count in [0, 2] {
            var sample = try RegistrationSample.attested(.fidoU2F)
            sample.attestation?.damageChain = { $0 = Array(repeating: $0[0], count: count) }
            await expect(.statementMalformed, sample)
        }
    }

    @Test func theStatementHasExactlyItsMembers() async throws {
        let faults: [(inout [CBORMember]) -> Void] = [
            { $0.remove(at: 0) }, { $0.remove(at: 1) },
            { $0.append(CBORMember(key: .text("alg"), value: CBORValue(-7))) },
            { $0[0].value = .text("") }, { $0[1].value = .bytes([]) }, { $0[1].value = .array([.null]) },
        ]
        for (index, fault) in faults.enumerated() {
            var sample = try RegistrationSample.attested(.fidoU2F)
            sample.attestation?.damageStatement = fault
            await expect(.statementMalformed, sample, "\(index)")
        }
    }

    @Test func bothKeysAreOnP256() async throws {
        var sample = try RegistrationSample(.es384)
        let model = try RegistrationSample.attested(.fidoU2F)
        sample.format = model.format
        sample.attestation = model.attestation
        await expect(.algorithmMismatch, sample)
        for algorithm in [.es384, .edDSA, .rs256] as [COSEAlgorithm] {
            var sample = try RegistrationSample.attested(.fidoU2F)
            let attestation = try #require(sample.attestation)
            let key = try TestKey.make(for: algorithm).certificateKey
            let certificate = try attestation.certificate.signed(by: attestation.rootKey, for: key)
            sample.attestation?.damageChain = { $0 = [certificate] }
            await expect(.algorithmMismatch, sample)
        }
    }
}
