import ChaveWebAuthn
import ChaveWire
import Crypto
import Testing

@Suite struct AttestationRefusalTests {
    @Test func theSampleIsAccepted() async throws {
        #expect(try await RegistrationSample.attested().verifyExplaining().attestation == .anchored)
    }

    /// One fault at a time; a new refusal without a case in `breakSample(_:for:)` does not compile.
    @Test(arguments: AttestationRefusal.allCases)
    func eachFaultIsNamed(_ refusal: AttestationRefusal) async throws {
        var sample = try RegistrationSample.attested()
        try Self.breakSample(&sample, for: refusal)
        let error = await #expect(throws: ExplainedRegistrationRefusal.self) { try await sample.verifyExplaining() }
        #expect(error?.attestation == refusal)
        #expect(error?.refusal == refusal.registrationRefusal)
        #expect(error?.name == refusal.rawValue && error?.specificationStep == refusal.specificationStep)
        await #expect(throws: refusal.registrationRefusal) { try await sample.verify() }
    }

    /// Of two faults the earlier is reported, for every two.
    @Test func theOrderOfTheCasesIsThePrecedence() async throws {
        let refusals = AttestationRefusal.allCases
        let valid = try RegistrationSample.attested()
        for (index, earlier) in refusals.enumerated() {
            for later in refusals[(index + 1)...] {
                var sample = valid
                // The earlier fault goes last: where both break the same part, it is the one that stays.
                try Self.breakSample(&sample, for: later)
                try Self.breakSample(&sample, for: earlier)
                let error = await #expect(throws: ExplainedRegistrationRefusal.self, "\(earlier) with \(later)") {
                    try await sample.verifyExplaining()
                }
                #expect(error?.attestation == earlier, "with \(later)")
            }
        }
    }

    @Test func theCoarserRefusalsHaveTheSameOrder() throws {
        let order = RegistrationRefusal.allCases
        let indices = try AttestationRefusal.allCases.map { try #require(order.firstIndex(of: $0.registrationRefusal)) }
        #expect(indices == indices.sorted())
    }

    @Test func everyRefusalNamesItsSection() {
        for refusal in AttestationRefusal.allCases {
            #expect(refusal.specificationStep.hasPrefix("WebAuthn Level 3, "))
        }
    }

    /// Where the format is known, its own section is named, and what is the policy's stays where it is.
    @Test func everyFormatNamesItsOwnSection() {
        let sections: [(AttestationRefusal, AttestationFormat, String)] = [
            (.signatureInvalid, .packed, "8.2"), (.certificateUnsuitable, .packed, "8.2.1"),
            (.nonceMismatch, .tpm, "8.3"), (.certificateUnsuitable, .tpm, "8.3.1"),
            (.manufacturerUnknown, .tpm, "8.3.1"), (.keyUseUnsuitable, .androidKey, "8.4"),
            (.certificateUnsuitable, .fidoU2F, "8.6"), (.statementMalformed, .none, "8.7"),
            (.nonceMismatch, .apple, "8.8"), (.formatNotAccepted, .packed, "7.1 step 21"),
            (.chainNotTrusted, .tpm, "7.1 step 24"),
        ]
        for (refusal, format, section) in sections {
            #expect(refusal.specificationStep(of: format) == "WebAuthn Level 3, \(section)")
        }
    }

    @Test func anotherRefusalHasNothingToSayOfTheAttestation() async throws {
        var sample = try RegistrationSample.attested()
        sample.data.flags.remove(.userPresent)
        let error = await #expect(throws: ExplainedRegistrationRefusal.self) { try await sample.verifyExplaining() }
        #expect(error?.refusal == .userNotPresent && error?.attestation == nil)
        #expect(error?.name == "user_not_present" && error?.specificationStep == "WebAuthn Level 3, 7.1 step 15")
    }

    static func breakSample(_ sample: inout RegistrationSample, for refusal: AttestationRefusal) throws {
        sample.format = "packed"
        sample.attestation?.kind = .packed
        switch refusal {
        case .formatUnsupported: sample.format = "compound"
        case .formatNotAccepted: sample.expectation.attestation.acceptedFormats = [.none]
        case .statementMalformed: sample.statement = .map([])
        case .certificateMalformed: sample.attestation?.damageChain = { $0[0].removeLast() }
        case .statementUnsupported: sample.attestation?.algorithm = COSEAlgorithm(rawValue: -65_535)
        case .algorithmMismatch: sample.attestation?.algorithm = .rs256
        case .keyMismatch:
            sample.format = "apple"
            sample.attestation?.kind = .apple
            sample.attestation?.certifiedKey = try TestKey.make(for: .es256)
        case .nonceMismatch:
            sample.format = "apple"
            sample.attestation?.kind = .apple
            sample.attestation?.damageSigned = { $0[0] ^= 1 }
        case .nameMismatch:
            sample.format = "tpm"
            sample.attestation?.kind = .tpm
            sample.attestation?.tpm.damageName = { $0[33] ^= 1 }
        case .signatureInvalid: sample.attestation?.damageSigned = { $0[0] ^= 1 }
        case .certificateUnsuitable: sample.attestation?.certificate.subject = TestCertificate.name(unit: "Unit")
        case .modelMismatch:
            sample.attestation?.certificate.extensions = [.model(Array(repeating: 9, count: 16))]
        case .keyUseUnsuitable:
            sample.format = "android-key"
            sample.attestation?.kind = .androidKey
            sample.attestation?.android.software = AndroidKey.allApplications
        case .manufacturerUnknown:
            sample.format = "tpm"
            sample.attestation?.kind = .tpm
            sample.attestation?.tpm.manufacturer = "id:00000000"
            sample.expectation.attestation.requiresKnownTPMManufacturer = true
        case .modelNotZero:
            sample.attestation?.kind = .fidoU2F
            sample.format = "fido-u2f"
            sample.expectation.attestation.requiresZeroModelInU2F = true
        case .chainNotTrusted: sample.attestation?.rootKey = P256.Signing.PrivateKey()
        case .typeNotAccepted: sample.expectation.attestation.acceptedTypes = [.unanchored]
        case .modelNotAccepted: sample.expectation.attestation.models = .except([Array(0..<16)])
        }
    }
}
