import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Testing

@Suite struct RegistrationRefusalTests {
    @Test func theSampleIsAccepted() async throws {
        let verified = try await RegistrationSample().verify()
        #expect(verified.attestation == .selfAttestation)
        #expect(try await RegistrationSample.withoutAttestation().verify().attestation == .none)
    }

    /// One fault at a time; a new refusal without a case in `break(_:for:)` does not compile.
    @Test(arguments: RegistrationRefusal.allCases)
    func eachFaultIsNamed(_ refusal: RegistrationRefusal) async throws {
        var sample = try RegistrationSample()
        try Self.breakSample(&sample, for: refusal)
        await #expect(throws: refusal) { try await sample.verify() }
    }

    /// Of two faults the earlier is reported, for every two.
    @Test func theOrderOfTheCasesIsThePrecedence() async throws {
        let refusals = RegistrationRefusal.allCases
        let valid = try RegistrationSample()
        for (index, earlier) in refusals.enumerated() {
            for later in refusals[(index + 1)...] {
                var sample = valid
                // The earlier fault goes last: where both break the same part, it is the one that stays.
                try Self.breakSample(&sample, for: later)
                try Self.breakSample(&sample, for: earlier)
                await #expect(throws: earlier, "with \(later)") { try await sample.verify() }
            }
        }
    }

    @Test func everyRefusalNamesItsStep() {
        for refusal in RegistrationRefusal.allCases {
            #expect(refusal.specificationStep.hasPrefix("WebAuthn Level 3, "))
        }
    }

    /// Every step of section 7.1 that a relying party can refuse at, in its order; 26 is the store's.
    @Test func theStepsAreTakenInTheSpecificationsOrder() {
        let steps = RegistrationRefusal.allCases.compactMap {
            stepNumber(in: $0.specificationStep, of: "WebAuthn Level 3, 7.1 step ")
        }
        #expect(steps == steps.sorted())
        #expect(Set(steps) == [6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 20, 21, 22, 24, 25])
    }

    /// They stand in logs and tests of others.
    @Test func theRawValuesAreStable() {
        #expect(
            RegistrationRefusal.allCases.map(\.rawValue) == [
                "type_not_public_key", "id_not_raw_id", "client_data_malformed", "client_data_type_mismatch",
                "challenge_mismatch", "origin_not_allowed", "cross_origin_not_allowed",
                "top_origin_without_cross_origin", "top_origin_not_allowed", "attestation_object_malformed",
                "authenticator_data_malformed", "attestation_object_not_canonical", "attested_credential_missing",
                "attested_credential_id_mismatch", "relying_party_id_mismatch", "user_not_present",
                "user_not_verified", "backup_state_without_eligibility", "public_key_malformed",
                "algorithm_not_offered", "algorithm_key_mismatch", "public_key_invalid",
                "attestation_format_unsupported", "attestation_statement_malformed",
                "attestation_statement_unsupported", "attestation_algorithm_mismatch",
                "attestation_signature_invalid", "attestation_not_accepted", "credential_id_length_invalid",
            ]
        )
    }

    static func breakSample(_ sample: inout RegistrationSample, for refusal: RegistrationRefusal) throws {
        switch refusal {
        case .typeNotPublicKey: sample.damage { $0.type = "password" }
        case .idNotRawID: sample.damage { $0.id += "=" }
        case .clientDataMalformed: sample.damageClientData = { $0.append(0x7D) }
        case .clientDataTypeMismatch: sample.clientData.type = "webauthn.get"
        case .challengeMismatch: sample.clientData.challenge[31] ^= 1
        case .originNotAllowed: sample.clientData.origin = "https://evil.example"
        case .crossOriginNotAllowed:
            sample.relyingParty.topOrigins = []
            sample.clientData.crossOrigin = true
        case .topOriginWithoutCrossOrigin:
            sample.clientData.crossOrigin = false
            sample.clientData.topOrigin = "https://example.com"
        case .topOriginNotAllowed:
            sample.relyingParty.topOrigins = ["https://example.com"]
            sample.clientData.crossOrigin = true
            sample.clientData.topOrigin = "https://evil.example"
        case .attestationObjectMalformed: sample.damageAttestationObject = { $0.removeLast() }
        case .authenticatorDataMalformed: sample.damageAuthenticatorData = { $0.append(0) }
        case .attestationObjectNotCanonical:
            sample.expectation.requiresCanonicalForm = true
            sample.damageAttestationObject = { $0 = hex("b803") + $0.dropFirst() }
        case .attestedCredentialMissing: sample.data.attestedCredentialData = nil
        case .attestedCredentialIDMismatch:
            sample.damage {
                $0.rawID.append(0)
                $0.id = Base64URL.encode($0.rawID)
            }
        case .relyingPartyIDMismatch: sample.data.relyingPartyIDHash[0] ^= 1
        case .userNotPresent: sample.data.flags.remove(.userPresent)
        case .userNotVerified: sample.data.flags.remove(.userVerified)
        case .backupStateWithoutEligibility:
            sample.data.flags.remove(.backupEligible)
            sample.data.flags.insert(.backupState)
        case .publicKeyMalformed: sample.data.attestedCredentialData?.publicKey = [0xA0]
        case .algorithmNotOffered: sample.expectation.algorithms.removeAll { $0 == .es256 || $0 == .es384 }
        case .algorithmKeyMismatch:
            sample.data.attestedCredentialData?.publicKey = sample.key.coseKey(.es384).encoded()
        case .publicKeyInvalid:
            let ones = [UInt8](repeating: 1, count: 32)
            sample.data.attestedCredentialData?.publicKey =
                COSEKey.ec2(algorithm: .es256, curve: .p256, x: ones, y: ones).encoded()
        case .attestationFormatUnsupported: sample.format = "compound"
        case .attestationStatementMalformed: sample.statement = .map([])
        case .attestationStatementUnsupported:
            sample.statement = nil
            sample.attestation = AttestationSample()
            sample.attestation?.algorithm = COSEAlgorithm(rawValue: -65_535)
        case .attestationAlgorithmMismatch: sample.statement = RegistrationSample.packed(.esp256, [])
        case .attestationSignatureInvalid:
            sample.statement = RegistrationSample.packed(.es256, try sample.key.sign([1, 2, 3]))
        case .attestationNotAccepted: sample.expectation.attestation.acceptedTypes = []
        case .credentialIDLengthInvalid: sample.data.attestedCredentialData?.credentialID = []
        }
    }
}

extension RegistrationSample {
    /// Adds a damage to those there are.
    mutating func damage(_ change: @escaping (inout RegistrationResponse) -> Void) {
        let before = damageResponse
        damageResponse = {
            before(&$0)
            change(&$0)
        }
    }
}
