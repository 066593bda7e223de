import ChaveWebAuthn
import ChaveWire
import Testing

@Suite(.enabled(if: Vectors.areThere, "no test vectors: set CHAVE_VECTORS"))
struct SpecificationVectorTests {
    @Test func theFileHoldsWhatTheseTestsAreAbout() throws {
        let vectors = try SpecificationVector.load()
        #expect(vectors.count == 12)
        #expect(Set(vectors.map(\.algorithm)) == [.es256, .es384, .rs256, .edDSA])
        #expect(vectors.filter { $0.format == "none" }.count == 3)
    }

    @Test func everyFormatThatIsSupportedHasAVector() {
        #expect(Set(SpecificationVector.all.map(\.format)) == Set(AttestationFormat.allCases.map(\.rawValue)))
    }

    @Test(arguments: SpecificationVector.all)
    func everyRegistrationPasses(_ vector: SpecificationVector) async throws {
        let verified = try await vector.register()
        #expect(verified.credential == vector.stored)
        #expect(verified.isCanonical)
        #expect(verified.attestation == vector.attestation(chain: .unanchored))
        ran(1, .vector)
    }

    @Test(arguments: SpecificationVector.all)
    func everyChainLeadsToTheRootOfTheVectors(_ vector: SpecificationVector) async throws {
        let verified = try await vector.register(attestation: SpecificationVector.policy())
        #expect(verified.attestation == vector.attestation(chain: .anchored))
        guard verified.attestation == .anchored else { return }
        // Valid from the first second of 2024 to the first of 3024.
        for (time, isValid) in [
            (1_704_067_199, false), (1_704_067_200, true), (33_260_976_000, true), (33_260_976_001, false),
        ] as [(Int64, Bool)] {
            let policy = try SpecificationVector.policy(at: time)
            if isValid {
                _ = try await vector.register(attestation: policy)
            } else {
                await #expect(throws: RegistrationRefusal.attestationNotAccepted, "\(time)") {
                    try await vector.register(attestation: policy)
                }
            }
        }
    }

    /// What Level 3 leaves open and its vectors make use of; and what it asks of Android keys, and its vector lacks.
    @Test func theStricterPoliciesRefuseWhatTheVectorsLeaveOut() async throws {
        let changes: [(name: String, change: (inout AttestationPolicy) -> Void)] = [
            ("tpm-es256", { $0.requiresKnownTPMManufacturer = true }),
            ("fido-u2f-es256", { $0.requiresZeroModelInU2F = true }),
            ("android-key-es256", { $0.androidKeyProof = .eitherList }),
            ("android-key-es256", { $0.androidKeyProof = .hardware }),
        ]
        for (name, change) in changes {
            let vector = try #require(SpecificationVector.all.first { $0.name == name })
            var policy = try SpecificationVector.policy()
            change(&policy)
            await #expect(throws: RegistrationRefusal.attestationNotAccepted) {
                try await vector.register(attestation: policy)
            }
        }
    }

    @Test(arguments: SpecificationVector.all)
    func everyAssertionPasses(_ vector: SpecificationVector) throws {
        let verified = try vector.authenticate()
        #expect(verified.backupEligible == vector.stored.backupEligible)
        #expect(!verified.isPossibleClone)
        ran(1, .vector)
    }

    @Test(arguments: SpecificationVector.all)
    func withUserVerificationRequiredExactlyThoseWithTheFlagPass(_ vector: SpecificationVector) async throws {
        let isVerifiedAuthentication = vector.authentication.authenticatorData[32] & 0x04 != 0
        if isVerifiedAuthentication {
            #expect(try vector.authenticate(userVerification: .required).isUserVerified)
        } else {
            #expect(throws: AuthenticationRefusal.userNotVerified) {
                try vector.authenticate(userVerification: .required)
            }
        }
        let isVerifiedRegistration = [
            "packed-self-es256", "none-es256-crossOrigin", "packed-es256", "packed-rs256", "tpm-es256",
            "android-key-es256",
        ]
        if isVerifiedRegistration.contains(vector.name) {
            #expect(try await vector.register(userVerification: .required).isUserVerified)
        } else {
            await #expect(throws: RegistrationRefusal.userNotVerified) {
                try await vector.register(userVerification: .required)
            }
        }
    }

    @Test func theAssertionsWithUserVerificationAreTheseFive() {
        let names = SpecificationVector.all.filter { $0.authentication.authenticatorData[32] & 0x04 != 0 }.map(\.name)
        #expect(
            names == [
                "none-es256-crossOrigin", "none-es256-topOrigin", "packed-es256", "packed-es384", "tpm-es256",
            ]
        )
    }

    @Test(arguments: SpecificationVector.all)
    func everyAssertionWithAnyByteChangedIsRefused(_ vector: SpecificationVector) async {
        var flipped = 0
        for part in [\.clientDataJSON, \.authenticatorData, \.signature] as [AssertionPart] {
            let original = vector.authentication[keyPath: part]
            for offset in original.indices {
                // Each change of a signature costs a whole verification, so that one bit of each byte must do there.
                let all = Mutations.flips(of: original, at: offset)
                let flips = part == \AuthenticationResponse.signature ? [all[offset % 8]] : all
                flipped += flips.count
                for changed in flips {
                    var response = vector.authentication
                    response[keyPath: part] = changed
                    #expect(throws: AuthenticationRefusal.self) { try vector.authenticate(response) }
                }
                await Task.yield()  // Thousands of signatures; other tests share the threads.
            }
        }
        ran(flipped, .mutant)
    }

    @Test(arguments: SpecificationVector.all)
    func everyAssertionThatIsCutOrLongerIsRefused(_ vector: SpecificationVector) async {
        for part in [\.clientDataJSON, \.authenticatorData, \.signature] as [AssertionPart] {
            let original = vector.authentication[keyPath: part]
            for other in Mutations.truncations(of: original) + [original + [0], original + [0x20], [0] + original] {
                var response = vector.authentication
                response[keyPath: part] = other
                #expect(throws: AuthenticationRefusal.self) { try vector.authenticate(response) }
                await Task.yield()
            }
        }
    }

    private typealias AssertionPart = any WritableKeyPath<AuthenticationResponse, [UInt8]> & Sendable

    /// The codecs write the bytes of the specification.
    @Test(arguments: SpecificationVector.all)
    func everyObjectIsWrittenBackByteForByte(_ vector: SpecificationVector) throws {
        let object = try AttestationObject(decoding: vector.registration.attestationObject)
        #expect(object.encoded() == vector.registration.attestationObject)
        let data = try AuthenticatorData(decoding: object.authenticatorData)
        #expect(data.encoded() == object.authenticatorData)
        let assertion = try AuthenticatorData(decoding: vector.authentication.authenticatorData)
        #expect(assertion.encoded() == vector.authentication.authenticatorData)
        #expect(try COSEKey(decoding: vector.stored.publicKey).encoded() == vector.stored.publicKey)
        let clientData = try CollectedClientData(decoding: vector.registration.clientDataJSON)
        // Members that the type does not know stand at the end.
        #expect(vector.registration.clientDataJSON.starts(with: clientData.encoded().dropLast()))
    }
}
