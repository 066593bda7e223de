import ChaveWebAuthn
import ChaveWire
import Testing

@Suite struct AuthenticationRefusalTests {
    @Test func theSampleIsAccepted() throws {
        let verified = try AuthenticationSample().verify()
        #expect(verified.signCount == 8)
        #expect(verified.isUserVerified && verified.backupEligible && !verified.backupState)
        #expect(!verified.isPossibleClone)
    }

    /// One fault at a time; a new refusal without a case in `breakSample` does not compile.
    @Test(arguments: AuthenticationRefusal.allCases)
    func eachFaultIsNamed(_ refusal: AuthenticationRefusal) throws {
        var sample = try AuthenticationSample()
        Self.breakSample(&sample, for: refusal)
        #expect(throws: refusal) { try sample.verify() }
    }

    /// Of two faults the earlier is reported, for every two.
    @Test func theOrderOfTheCasesIsThePrecedence() throws {
        let refusals = AuthenticationRefusal.allCases
        let valid = try AuthenticationSample()
        for (index, earlier) in refusals.enumerated() {
            for later in refusals[(index + 1)...] {
                var sample = valid
                // The earlier fault goes last: where both break the same part, it is the one that stays.
                Self.breakSample(&sample, for: later)
                Self.breakSample(&sample, for: earlier)
                #expect(throws: earlier, "with \(later)") { try sample.verify() }
            }
        }
    }

    /// Without the key nobody learns the counter, the user handle or what was registered.
    @Test func aForgerCannotProbeWhatIsStored() throws {
        let afterSignature = AuthenticationRefusal.allCases.drop { $0 != .signatureInvalid }.dropFirst()
        #expect(afterSignature.count == 4)
        for refusal in afterSignature {
            var sample = try AuthenticationSample()
            Self.breakSample(&sample, for: refusal)
            sample.key = try TestKey.make(for: .es256)
            #expect(throws: AuthenticationRefusal.signatureInvalid) { try sample.verify() }
        }
    }

    @Test func everyRefusalNamesItsStep() {
        for refusal in AuthenticationRefusal.allCases {
            #expect(refusal.specificationStep.hasPrefix("WebAuthn Level 3, "))
        }
    }

    /// Every step of section 7.2 that a relying party can refuse at: in its order, but for those of steps 6 and 19 that
    /// speak of stored state and so come after the signature.
    @Test func theStepsAreTakenInTheSpecificationsOrder() {
        let refusals = AuthenticationRefusal.allCases
        let late: [AuthenticationRefusal] = [.userHandleMissing, .userHandleMismatch, .backupEligibilityChanged]
        let number = { (refusal: AuthenticationRefusal) in
            stepNumber(in: refusal.specificationStep, of: "WebAuthn Level 3, 7.2 step ")
        }
        let steps = refusals.filter { !late.contains($0) }.compactMap(number)
        #expect(steps == steps.sorted())
        #expect(Set(refusals.compactMap(number)) == [5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22])
    }

    /// They stand in logs and tests of others.
    @Test func theRawValuesAreStable() {
        #expect(
            AuthenticationRefusal.allCases.map(\.rawValue) == [
                "type_not_public_key", "id_not_raw_id", "credential_not_allowed", "credential_mismatch",
                "client_data_malformed", "client_data_type_mismatch", "challenge_mismatch", "origin_not_allowed",
                "cross_origin_not_allowed", "top_origin_without_cross_origin", "top_origin_not_allowed",
                "authenticator_data_malformed", "attested_credential_present", "relying_party_id_mismatch",
                "user_not_present", "user_not_verified", "backup_state_without_eligibility",
                "stored_public_key_unusable", "signature_invalid", "user_handle_missing", "user_handle_mismatch",
                "backup_eligibility_changed", "counter_not_advanced",
            ]
        )
    }

    static func breakSample(_ sample: inout AuthenticationSample, for refusal: AuthenticationRefusal) {
        switch refusal {
        case .typeNotPublicKey: sample.damage { $0.type = "password" }
        case .idNotRawID: sample.damage { $0.id += "=" }
        case .credentialNotAllowed: sample.expectation.allowedCredentials = [[1, 2, 3]]
        case .credentialMismatch: sample.stored.id.append(0)
        case .clientDataMalformed: sample.damageClientData = { $0.append(0x7D) }
        case .clientDataTypeMismatch: sample.clientData.type = "webauthn.create"
        case .challengeMismatch: sample.clientData.challenge[0] ^= 1
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
        case .authenticatorDataMalformed: sample.damageAuthenticatorData = { $0.append(0) }
        case .attestedCredentialPresent:
            sample.data.attestedCredentialData = AttestedCredentialData(
                aaguid: Array(0..<16),
                credentialID: sample.stored.id,
                publicKey: sample.key.coseKey(.es256).encoded()
            )
        case .relyingPartyIDMismatch: sample.data.relyingPartyIDHash[31] ^= 1
        case .userNotPresent: sample.data.flags.remove(.userPresent)
        case .userNotVerified: sample.data.flags.remove(.userVerified)
        case .backupStateWithoutEligibility:
            sample.data.flags.remove(.backupEligible)
            sample.data.flags.insert(.backupState)
        case .storedPublicKeyUnusable: sample.stored.publicKey.removeLast()
        case .signatureInvalid: sample.damage { $0.signature = Array($0.signature.dropLast()) }
        case .userHandleMissing:
            sample.expectation.requiresUserHandle = true
            sample.userHandle = []
        case .userHandleMismatch: sample.userHandle = Array("user-2".utf8)
        case .backupEligibilityChanged: sample.stored.backupEligible = false
        case .counterNotAdvanced: sample.stored.signCount = 8
        }
    }
}

extension AuthenticationSample {
    /// Adds a damage to those there are.
    mutating func damage(_ change: @escaping (inout AuthenticationResponse) -> Void) {
        let before = damageResponse
        damageResponse = {
            before(&$0)
            change(&$0)
        }
    }
}
