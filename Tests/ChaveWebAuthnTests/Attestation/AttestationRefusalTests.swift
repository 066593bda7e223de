import ChaveWebAuthn
import ChaveWire
import Testing

@Suite struct AttestationRefusalTests {
    @Test func theSampleIsAccepted() async throws {
        #expect(try await RegistrationSample.attested().verifyExplaining().attestation == .anchored)
    }

    @Test func everyRefusalIsOneOfSomeFormat() {
        let all = AttestationFormat.allCases.flatMap { AttestationFault.all(of: $0) }
        #expect(Set(all) == Set(AttestationRefusal.allCases))
    }

    /// One fault at a time; a new refusal without a case in `AttestationFault` does not compile.
    @Test(arguments: KnownAttestationDefectTests.withCertificates)
    func eachFaultIsNamed(_ format: AttestationFormat) async throws {
        for refusal in AttestationFault.all(of: format) {
            var sample = try RegistrationSample.attested(format)
            try AttestationFault.make(refusal, in: &sample)
            let error = await #expect(throws: ExplainedRegistrationRefusal.self) { try await sample.verifyExplaining() }
            #expect(error?.attestation == refusal, "\(refusal)")
            #expect(error?.refusal == refusal.registrationRefusal)
            #expect(error?.name == refusal.rawValue && error?.specificationStep == refusal.specificationStep)
            await #expect(throws: refusal.registrationRefusal) { try await sample.verify() }
            await Task.yield()
        }
    }

    /// Of two faults the earlier is reported, for every two that a format can have.
    @Test(arguments: KnownAttestationDefectTests.withCertificates)
    func theOrderOfTheCasesIsThePrecedence(_ format: AttestationFormat) async throws {
        let refusals = AttestationFault.all(of: format)
        let valid = try RegistrationSample.attested(format)
        for (index, earlier) in refusals.enumerated() {
            for later in refusals[(index + 1)...] {
                var sample = valid
                // The earlier fault goes last: where both break the same part, it is the one that stays.
                try AttestationFault.make(later, in: &sample)
                try AttestationFault.make(earlier, in: &sample)
                await expect(earlier, sample, "with \(later)")
            }
            await Task.yield()
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
}
