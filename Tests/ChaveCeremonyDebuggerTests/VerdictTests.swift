import ChaveBase
import ChaveCeremonyDebugger
import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire
import Testing

/// Ceremonies that hold, and what is said of them.
@Suite struct VerdictTests {
    @Test func aRegistrationThatHoldsSaysWhatToStore() async throws {
        let sample = Sample.registration()
        let verdict = try await sample.verdict()
        #expect(verdict.outcome == .verified)
        #expect(verdict.json["verified"] == true)
        #expect(verdict.json["credentialId"]?.string == Base64URL.encode(sample.id))
        #expect(verdict.json["publicKey"]?.string == Base64URL.encode(sample.coseKey.encoded()))
        #expect(verdict.json["algorithm"] == -7)
        #expect(verdict.json["signCount"] == 7)
        #expect(verdict.json["flags"]?["userVerified"] == true)
        #expect(verdict.json["flags"]?["backupEligible"] == false)
        #expect(verdict.json["attestation"]?["type"] == "none")
        #expect(verdict.json["attestation"]?["aaguid"] == "00010203-0405-0607-0809-0a0b0c0d0e0f")
    }

    @Test func anAuthenticationThatHoldsSaysWhatToStoreNext() async throws {
        let sample = Sample.authentication()
        let verdict = try await sample.verdict()
        #expect(verdict.outcome == .verified)
        #expect(verdict.json["signCount"] == 7)
        #expect(verdict.json["stored"]?["signCount"] == 7)
        #expect(verdict.json["stored"]?["userHandle"]?.string == Base64URL.encode(Sample.userHandle))
        #expect(verdict.json["attestation"] == .null)
    }

    /// What one ceremony says is what the next one needs.
    @Test func whatIsSaidOfARegistrationGoesIntoTheAuthentication() async throws {
        let authenticator = SoftwareAuthenticator(store: MemoryKeyStore(), gesture: .always(.verified))
        let created = try await authenticator.makeCredential(
            CredentialCreationOptions(
                relyingPartyID: "example.org",
                userID: Sample.userHandle,
                challenge: Sample.challenge,
                algorithms: [-8]
            )
        )
        var registration = Sample.registration()
        registration.request["credential"] = created.json
        let registered = try await registration.verdict()
        let asserted = try await authenticator.getAssertion(
            CredentialRequestOptions(
                relyingPartyID: "example.org",
                challenge: Sample.challenge,
                allowedCredentials: [created.id]
            )
        )
        var authentication = Sample.authentication()
        authentication.request["credential"] = asserted.json
        let stored: JSONValue = try #require(registered.json["stored"])
        authentication.request["stored"] = stored
        let verdict = try await authentication.verdict()
        #expect(verdict.outcome == .verified, "\(verdict.json.text)")
        #expect(verdict.json["algorithm"] == -8)
    }

    @Test func aCredentialThatWasAskedForPasses() async throws {
        var sample = Sample.authentication()
        sample.request["allowedCredentials"] = ["AQID", .string(Base64URL.encode(sample.id))]
        #expect(try await sample.verdict().outcome == .verified)
    }

    /// Nor does it appear among what to store: nobody signed it.
    @Test func aUserHandleThatIsNotGivenIsNotCompared() async throws {
        var sample = Sample.authentication()
        sample.stored["userHandle"] = nil as JSONValue?
        let verdict = try await sample.verdict()
        #expect(verdict.outcome == .verified)
        #expect(verdict.json["stored"]?["userHandle"] == nil)
    }

    /// Listing top origins is no word about clients that do not say whose frame it was.
    @Test func anUnnamedFramePassesOnlyWhereThatIsAllowed() async throws {
        var sample = Sample.registration()
        sample.clientData.crossOrigin = true
        #expect(try await sample.verdict().refusal == "cross_origin_not_allowed")
        sample.request["topOrigins"] = ["https://example.com"]
        #expect(try await sample.verdict().refusal == "cross_origin_not_allowed")
        sample.request["allowsUnnamedTopOrigin"] = true
        #expect(try await sample.verdict().outcome == .verified)
        sample.request["allowsUnnamedTopOrigin"] = false
        sample.clientData.topOrigin = "https://example.com"
        #expect(try await sample.verdict().outcome == .verified)
    }

    @Test func onlyFormatsAndTypesThatAreNamedPass() async throws {
        var sample = Sample.registration()
        sample.request["attestation"] = ["formats": ["none"], "trustAnchors": []]
        #expect(try await sample.verdict().outcome == .verified)
        sample.request["attestation"] = ["formats": ["packed"], "trustAnchors": []]
        let refused = try await sample.verdict()
        #expect(refused.refusal == "attestation_format_not_accepted")
        #expect(refused.message.contains("'none'") && refused.message.contains("['packed']"))
        sample.request["attestation"] = ["types": ["anchored"]]
        let untyped = try await sample.verdict()
        #expect(untyped.refusal == "attestation_type_not_accepted")
        #expect(untyped.message.contains("of type 'none'") && untyped.message.contains("['anchored']"))
    }
}
