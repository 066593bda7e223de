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

    /// The names of those whose format is supported.
    private static let registered = [
        "none-es256", "packed-self-es256", "none-es256-crossOrigin", "none-es256-topOrigin",
    ]

    @Test(arguments: SpecificationVector.all)
    func everyRegistrationPassesOrIsOfAFormatThatIsNotSupported(_ vector: SpecificationVector) async throws {
        if Self.registered.contains(vector.name) {
            let verified = try await vector.register()
            #expect(verified.credential == vector.stored)
            #expect(verified.attestation == (vector.format == "none" ? .none : .selfAttestation))
            #expect(verified.isCanonical)
        } else if vector.format == "packed" {
            await #expect(throws: RegistrationRefusal.attestationStatementUnsupported) { try await vector.register() }
        } else {
            await #expect(throws: RegistrationRefusal.attestationFormatUnsupported) { try await vector.register() }
        }
    }

    @Test(arguments: SpecificationVector.all)
    func everyAssertionPasses(_ vector: SpecificationVector) throws {
        let verified = try vector.authenticate()
        #expect(verified.backupEligible == vector.stored.backupEligible)
        #expect(!verified.isPossibleClone)
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
        guard Self.registered.contains(vector.name) else { return }
        if ["packed-self-es256", "none-es256-crossOrigin"].contains(vector.name) {
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
    func everyAssertionWithAnyByteChangedIsRefused(_ vector: SpecificationVector) {
        for part in [\.clientDataJSON, \.authenticatorData, \.signature] as [AssertionPart] {
            let original = vector.authentication[keyPath: part]
            for offset in original.indices {
                // Each change of a signature costs a whole verification, so that one bit of each byte must do there.
                let flips = Mutations.flips(of: original, at: offset)
                for changed in part == \AuthenticationResponse.signature ? [flips[offset % 8]] : flips {
                    var response = vector.authentication
                    response[keyPath: part] = changed
                    #expect(throws: AuthenticationRefusal.self) { try vector.authenticate(response) }
                }
            }
        }
    }

    @Test(arguments: SpecificationVector.all)
    func everyAssertionThatIsCutOrLongerIsRefused(_ vector: SpecificationVector) {
        for part in [\.clientDataJSON, \.authenticatorData, \.signature] as [AssertionPart] {
            let original = vector.authentication[keyPath: part]
            for other in Mutations.truncations(of: original) + [original + [0], original + [0x20], [0] + original] {
                var response = vector.authentication
                response[keyPath: part] = other
                #expect(throws: AuthenticationRefusal.self) { try vector.authenticate(response) }
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
