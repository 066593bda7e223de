import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Testing

/// One row for each cause in `facts/webauthn.md` that the two procedures can have; those of stores and routes are tested
/// there, those of origins in `OriginTests`, those of keys and signatures in `CredentialKeyTests`.
@Suite struct KnownDefectTests {
    /// CVE-2026-46419 and CVE-2025-26788: a login begun for one user is finished with another's own valid assertion.
    @Test func anotherUsersAssertionDoesNotFinishALogin() throws {
        let attackers = try AuthenticationSample()
        var victims = try AuthenticationSample()
        victims.stored.id = [9, 9, 9]
        victims.expectation.allowedCredentials = [[9, 9, 9]]
        let response = try attackers.makeResponse()
        #expect(throws: AuthenticationRefusal.credentialNotAllowed) {
            try victims.relyingParty.verify(response, against: victims.stored, expecting: victims.expectation)
        }
        // Without a list, and with the attacker's own record found by id: the owner that was looked for decides.
        victims.expectation.allowedCredentials = nil
        #expect(throws: AuthenticationRefusal.credentialMismatch) {
            try victims.relyingParty.verify(response, against: victims.stored, expecting: victims.expectation)
        }
        for unresolved in [nil, []] as [[UInt8]?] {
            var stored = attackers.stored
            stored.userHandle = unresolved
            #expect(throws: AuthenticationRefusal.userHandleMismatch) {
                try victims.relyingParty.verify(response, against: stored, expecting: victims.expectation)
            }
        }
    }

    /// The same the other way: a login without a named user is not finished without a handle.
    @Test func aLoginWithoutANamedUserNeedsTheHandle() throws {
        var sample = try AuthenticationSample()
        sample.expectation.requiresUserHandle = true
        _ = try sample.verify()
        sample.userHandle = nil
        #expect(throws: AuthenticationRefusal.userHandleMissing) { try sample.verify() }
    }

    /// CVE-2026-31835: flags taken over before the signature was checked.
    @Test func unsignedFlagsAreNeverReported() throws {
        var sample = try AuthenticationSample()
        sample.damage { $0.authenticatorData[32] ^= 0x10 }
        #expect(throws: AuthenticationRefusal.signatureInvalid) { try sample.verify() }
    }

    /// CVE-2026-8830: an algorithm that was never offered.
    @Test func anAlgorithmThatWasNotOfferedIsRefused() async throws {
        for offered in [[], [.es384], [.esp256, .rs256]] as [[COSEAlgorithm]] {
            var sample = try RegistrationSample(.es256)
            sample.expectation.algorithms = offered
            await #expect(throws: RegistrationRefusal.algorithmNotOffered) { try await sample.verify() }
        }
    }

    /// CVE-2025-12150 and CVE-2026-6856: attestation was asked for, none or self was taken.
    @Test func noneAndSelfDoNotMeetAnAttestationThatIsRequired() async throws {
        for var sample in [try RegistrationSample.withoutAttestation(), try RegistrationSample()] {
            sample.expectation.attestation = AttestationPolicy(acceptedTypes: [])
            await #expect(throws: RegistrationRefusal.attestationNotAccepted) { try await sample.verify() }
        }
    }

    /// CVE-2021-38299 and CVE-2020-8236, and the defect of latching an earlier UV.
    @Test func presenceAndVerificationAreReadFromThisCeremony() async throws {
        var registration = try RegistrationSample()
        registration.data.flags = [.attestedCredentialData, .userVerified]
        await #expect(throws: RegistrationRefusal.userNotPresent) { try await registration.verify() }
        registration.data.flags = [.attestedCredentialData, .userPresent]
        await #expect(throws: RegistrationRefusal.userNotVerified) { try await registration.verify() }
        var authentication = try AuthenticationSample()
        authentication.data.flags = [.userVerified, .backupEligible]
        #expect(throws: AuthenticationRefusal.userNotPresent) { try authentication.verify() }
        authentication.data.flags = [.userPresent, .backupEligible]
        #expect(throws: AuthenticationRefusal.userNotVerified) { try authentication.verify() }
    }

    /// CVE-2022-42731, CVE-2025-53102, CVE-2026-28787: an answer to another challenge, or to one the client chose.
    @Test func anAnswerToAnotherChallengeIsRefused() async throws {
        let challenge = RegistrationSample.challenge
        for other in [[], [0], Array(challenge.dropLast()), challenge + [0], challenge.reversed()] as [[UInt8]] {
            var registration = try RegistrationSample()
            registration.clientData.challenge = other
            await #expect(throws: RegistrationRefusal.challengeMismatch) { try await registration.verify() }
            var authentication = try AuthenticationSample()
            authentication.clientData.challenge = other
            #expect(throws: AuthenticationRefusal.challengeMismatch) { try authentication.verify() }
        }
    }

    /// A registration's challenge and client data do not serve in an authentication, nor the other way.
    @Test func oneCeremonyDoesNotServeAsTheOther() async throws {
        var authentication = try AuthenticationSample()
        authentication.clientData.type = "webauthn.create"
        #expect(throws: AuthenticationRefusal.clientDataTypeMismatch) { try authentication.verify() }
        var registration = try RegistrationSample()
        for type in ["webauthn.get", "payment.get", "webauthn.Create", "", "webauthn.create "] {
            registration.clientData.type = type
            await #expect(throws: RegistrationRefusal.clientDataTypeMismatch) { try await registration.verify() }
        }
    }

    /// Padded base64 reads as the same challenge elsewhere.
    @Test func aPaddedChallengeIsRefused() async throws {
        var sample = try RegistrationSample()
        let encoded = Base64URL.encode(RegistrationSample.challenge)
        sample.damageClientData = { bytes in
            bytes = Array(String(decoding: bytes, as: UTF8.self).replacing(encoded, with: encoded + "=").utf8)
        }
        await #expect(throws: RegistrationRefusal.clientDataMalformed) { try await sample.verify() }
    }

    /// GHSA for duplicate members: two readers, two origins.
    @Test func clientDataThatSaysSomethingTwiceIsRefused() async throws {
        for member in [#""origin":"https://evil.example","#, #""crossOrigin":true,"#, #""x":1,"x":2,"#] {
            var sample = try RegistrationSample()
            sample.damageClientData = { $0 = Array("{\(member)".utf8) + $0.dropFirst() }
            await #expect(throws: RegistrationRefusal.clientDataMalformed) { try await sample.verify() }
        }
    }

    /// CVE-2021-40818 and its kin: a length that is larger than what is there.
    @Test func lengthsBeyondTheDataAreRefused() async throws {
        for high in [0x01, 0x7F, 0xFF] as [UInt8] {
            var sample = try RegistrationSample()
            sample.damageAuthenticatorData = { $0[53] = high }
            await #expect(throws: RegistrationRefusal.authenticatorDataMalformed) { try await sample.verify() }
        }
    }

    /// Bytes after the data were dropped by two libraries when there was neither credential nor extension, or after one.
    @Test func bytesAfterAuthenticatorDataAreRefused() async throws {
        for extensions in [nil, .map([])] as [CBORValue?] {
            var authentication = try AuthenticationSample()
            authentication.data.extensions = extensions
            authentication.damageAuthenticatorData = { $0.append(0xA0) }
            #expect(throws: AuthenticationRefusal.authenticatorDataMalformed) { try authentication.verify() }
            var registration = try RegistrationSample()
            registration.data.extensions = extensions
            registration.damageAuthenticatorData = { $0.append(0xA0) }
            await #expect(throws: RegistrationRefusal.authenticatorDataMalformed) { try await registration.verify() }
        }
    }

    @Test func bytesAfterTheAttestationObjectAreRefused() async throws {
        var sample = try RegistrationSample.withoutAttestation()
        sample.damageAttestationObject = { $0.append(0x00) }
        await #expect(throws: RegistrationRefusal.attestationObjectMalformed) { try await sample.verify() }
    }

    /// Elsewhere only the known members of the statement were looked at, or none.
    @Test func aStatementWithoutAttestationIsEmpty() async throws {
        for name in ["sig", "alg", "x5c", "unknown", ""] {
            var sample = try RegistrationSample.withoutAttestation()
            sample.statement = .map([CBORMember(key: .text(name), value: .null)])
            await #expect(throws: RegistrationRefusal.attestationStatementMalformed) { try await sample.verify() }
        }
    }

    @Test func aPackedStatementHasItsTwoMembersAndNoOther() async throws {
        let algorithm = CBORMember(key: .text("alg"), value: CBORValue(-7))
        let signature = CBORMember(key: .text("sig"), value: .bytes([1]))
        let keyID = CBORMember(key: .text("ecdaaKeyId"), value: .bytes([1]))
        let textAlgorithm = CBORMember(key: .text("alg"), value: .text("-7"))
        let hugeAlgorithm = CBORMember(key: .text("alg"), value: .negative(.max))
        let textSignature = CBORMember(key: .text("sig"), value: .text("AQ"))
        for members in [
            [algorithm], [signature], [algorithm, signature, keyID], [textAlgorithm, signature],
            [hugeAlgorithm, signature], [algorithm, textSignature],
        ] {
            var sample = try RegistrationSample()
            sample.statement = .map(members)
            await #expect(throws: RegistrationRefusal.attestationStatementMalformed) { try await sample.verify() }
        }
    }

    /// go-webauthn, 2026: the id the client names and the one that was attested.
    @Test func theAttestedIDIsTheOneThatIsStored() async throws {
        var sample = try RegistrationSample.withoutAttestation()
        sample.damage {
            $0.rawID = [1, 2, 3]
            $0.id = "AQID"
        }
        await #expect(throws: RegistrationRefusal.attestedCredentialIDMismatch) { try await sample.verify() }
        sample.damage { $0.id = Base64URL.encode(RegistrationSample.credentialID) }
        await #expect(throws: RegistrationRefusal.idNotRawID) { try await sample.verify() }
    }

    /// SimpleWebAuthn #465: bytes mended before the signature was checked over them.
    @Test func theSignatureIsOverTheBytesAsReceived() async throws {
        var sample = try RegistrationSample()
        // Extension outputs out of canonical form: re-encoding would change the signed bytes.
        sample.data.extensions = .map([])
        sample.damageAuthenticatorData = { $0 = $0.dropLast() + hex("a2 6162 01 6161 01") }
        let verified = try await sample.verify()
        #expect(!verified.isCanonical)
        sample.damageClientData = { $0 = hex("20") + $0 + hex("0a") }
        _ = try await sample.verify()
    }

    /// swift-webauthn: a key that is one short CBOR item, an algorithm beyond Int64, endless nesting.
    @Test(arguments: [
        "04", "0401", "a5 01 02 03 3bffffffffffffffff 20 01 21 40 22 40", "9b8000000000000000",
        "81818181818181818181818181818181", "c1c1c1c1c1c1c1c1c1c1c100", "a0", "bfff", "",
    ])
    func theCrashInputsAreRefused(_ key: String) async throws {
        for var sample in [try RegistrationSample(), try RegistrationSample.withoutAttestation()] {
            sample.data.attestedCredentialData?.publicKey = hex(key)
            await #expect(throws: RegistrationRefusal.self) { try await sample.verify() }
            var authentication = try AuthenticationSample()
            authentication.stored.publicKey = hex(key)
            #expect(throws: AuthenticationRefusal.storedPublicKeyUnusable) { try authentication.verify() }
        }
    }

    /// Firefox's and others' credProtect, which nobody asked for.
    @Test func credProtectThatNobodyAskedForIsNoFault() async throws {
        var sample = try RegistrationSample.withoutAttestation()
        sample.data.extensions = .map([CBORMember(key: .text("credProtect"), value: .unsigned(2))])
        _ = try await sample.verify()
    }
}
