import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Testing

@Suite struct RegistrationTests {
    @Test(arguments: RegistrationExpectation.allAlgorithms)
    func everyAlgorithmIsRegistered(_ algorithm: COSEAlgorithm) async throws {
        let sample = try RegistrationSample(algorithm)
        let verified = try await sample.verify()
        #expect(verified.algorithm == algorithm)
        #expect(verified.credential.publicKey == sample.data.attestedCredentialData?.publicKey)
    }

    @Test func whatIsToBeStoredComesFromTheSignedBytes() async throws {
        let verified = try await RegistrationSample().verify()
        #expect(verified.credential.id == RegistrationSample.credentialID)
        #expect(verified.credential.signCount == 7)
        #expect(verified.credential.backupEligible && verified.credential.backupState)
        #expect(verified.credential.userHandle == RegistrationSample.userHandle)
        #expect(verified.aaguid == Array(0..<16))
        #expect(verified.isUserVerified && verified.isCanonical)
    }

    @Test func userVerificationIsAskedForOnlyWhereRequired() async throws {
        for requirement in UserVerificationRequirement.allCases {
            var sample = try RegistrationSample()
            sample.data.flags.remove(.userVerified)
            sample.expectation.userVerification = requirement
            if requirement == .required {
                await #expect(throws: RegistrationRefusal.userNotVerified) { try await sample.verify() }
            } else {
                #expect(try await !sample.verify().isUserVerified)
            }
        }
    }

    @Test func conditionalCreationNeedsNobodyThere() async throws {
        var sample = try RegistrationSample()
        sample.data.flags.remove(.userPresent)
        sample.expectation.requiresUserPresence = false
        _ = try await sample.verify()
    }

    @Test func theThreeLawfulPairsOfBackupFlagsAreTaken() async throws {
        for flags in [[], .backupEligible, [.backupEligible, .backupState]] as [AuthenticatorData.Flags] {
            var sample = try RegistrationSample()
            sample.data.flags = flags.union([.userPresent, .userVerified, .attestedCredentialData])
            let credential = try await sample.verify().credential
            #expect(credential.backupEligible == flags.contains(.backupEligible))
            #expect(credential.backupState == flags.contains(.backupState))
        }
    }

    @Test func reservedFlagsUnknownMembersAndUnsolicitedExtensionsAreIgnored() async throws {
        var sample = try RegistrationSample()
        sample.data.flags.formUnion(AuthenticatorData.Flags(rawValue: 0x22))
        sample.data.extensions = .map([CBORMember(key: .text("credProtect"), value: .unsigned(2))])
        sample.damageClientData = {
            $0 = Array(#"{"other_keys_can_be_added_here":[{}],"#.utf8) + $0.dropFirst()
        }
        _ = try await sample.verify()
    }

    @Test func anOrderOfMembersOutOfTheCanonicalFormIsReported() async throws {
        var sample = try RegistrationSample()
        sample.damageAttestationObject = { $0 = hex("b803") + $0.dropFirst() }
        #expect(try await !sample.verify().isCanonical)
        sample = try RegistrationSample()
        sample.data.extensions = .map([])
        sample.damageAuthenticatorData = { $0 = $0.dropLast() + hex("b800") }
        #expect(try await !sample.verify().isCanonical)
    }

    @Test func thePolicySaysWhichAttestationCounts() async throws {
        var sample = try RegistrationSample.withoutAttestation()
        sample.expectation.attestation = AttestationPolicy(acceptedTypes: [.selfAttestation])
        await #expect(throws: RegistrationRefusal.attestationNotAccepted) { try await sample.verify() }
        sample.format = "packed"
        #expect(try await sample.verify().attestation == .selfAttestation)
        sample.expectation.attestation = AttestationPolicy(acceptedTypes: [.none])
        await #expect(throws: RegistrationRefusal.attestationNotAccepted) { try await sample.verify() }
    }

    @Test(arguments: [
        "None", "NONE", "none ", "", "packed2", "compound", "android-safetynet", "none\u{0}", "\u{FF4E}one",
    ])
    func aFormatIsMatchedByteForByte(_ format: String) async throws {
        var sample = try RegistrationSample.withoutAttestation()
        sample.format = format
        sample.statement = .map([])
        await #expect(throws: RegistrationRefusal.attestationFormatUnsupported) { try await sample.verify() }
    }

    @Test(arguments: [1, 1_023])
    func credentialIDsOfTheAllowedLengthsAreTaken(_ count: Int) async throws {
        var sample = try RegistrationSample()
        sample.data.attestedCredentialData?.credentialID = [UInt8](repeating: 1, count: count)
        #expect(try await sample.verify().credential.id.count == count)
    }

    @Test(arguments: [0, 1_024, 65_535])
    func credentialIDsOfOtherLengthsAreRefused(_ count: Int) async throws {
        var sample = try RegistrationSample()
        sample.data.attestedCredentialData?.credentialID = [UInt8](repeating: 1, count: count)
        await #expect(throws: RegistrationRefusal.credentialIDLengthInvalid) { try await sample.verify() }
    }

    @Test func aResponseIsReadFromJSON() async throws {
        let sample = try RegistrationSample()
        let response = try sample.makeResponse()
        let json: JSONValue = [
            "id": .string(response.id), "rawId": .string(response.id), "type": "public-key",
            "authenticatorAttachment": "platform", "clientExtensionResults": [:],
            "response": [
                "clientDataJSON": .string(Base64URL.encode(response.clientDataJSON)),
                "attestationObject": .string(Base64URL.encode(response.attestationObject)),
                "transports": ["internal"], "publicKeyAlgorithm": -7, "publicKey": "ignored",
            ],
        ]
        #expect(try RegistrationResponse(json: json) == response)
        for name in ["id", "rawId", "type", "response"] {
            var object = try #require(json.object)
            object[name] = nil as JSONValue?
            #expect(throws: WireError.missing(field: name)) { try RegistrationResponse(json: .object(object)) }
            for wrong in [1, nil, [], true] as [JSONValue] {
                object[name] = .some(wrong)
                #expect(throws: WireError.invalid(field: name)) { try RegistrationResponse(json: .object(object)) }
            }
        }
    }
}
