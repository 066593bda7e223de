import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Testing

@Suite struct AuthenticationTests {
    @Test(arguments: RegistrationExpectation.allAlgorithms)
    func everyAlgorithmIsVerified(_ algorithm: COSEAlgorithm) throws {
        var sample = try AuthenticationSample(algorithm)
        _ = try sample.verify()
        sample.damage { $0.signature[$0.signature.count / 2] ^= 1 }
        #expect(throws: AuthenticationRefusal.signatureInvalid) { try sample.verify() }
    }

    @Test(
        arguments: [
            (0, 0, true), (0, 1, true), (1, 2, true), (7, .max, true), (1, 0, false), (1, 1, false), (8, 7, false),
            (.max, .max, false), (.max, 0, false),
        ] as [(UInt32, UInt32, Bool)]
    )
    func theCounterMustRiseUnlessBothAreZero(_ stored: UInt32, _ received: UInt32, _ passes: Bool) throws {
        var sample = try AuthenticationSample()
        sample.stored.signCount = stored
        sample.data.signCount = received
        if passes {
            let verified = try sample.verify()
            #expect(verified.signCount == received && !verified.isPossibleClone)
        } else {
            #expect(throws: AuthenticationRefusal.counterNotAdvanced) { try sample.verify() }
        }
        sample.expectation.counterPolicy = .report
        #expect(try sample.verify().isPossibleClone == !passes)
    }

    @Test func backupEligibilityMayOnlyBeGainedAndOnlyWhereAllowed() throws {
        for allowed in [false, true] {
            for (stored, received) in [(false, false), (false, true), (true, false), (true, true)] {
                var sample = try AuthenticationSample()
                sample.expectation.allowsBackupEligibilityUpgrade = allowed
                sample.stored.backupEligible = stored
                sample.stored.backupState = false
                sample.data.flags =
                    received ? [.userPresent, .userVerified, .backupEligible] : [.userPresent, .userVerified]
                if stored == received || allowed && received {
                    let verified = try sample.verify()
                    #expect(verified.backupEligible == received)
                    #expect(verified.hasGainedBackupEligibility == (received && !stored))
                } else {
                    #expect(throws: AuthenticationRefusal.backupEligibilityChanged) { try sample.verify() }
                }
            }
        }
    }

    @Test func theUserHandleIsThatOfTheOwnerOrAbsent() throws {
        var sample = try AuthenticationSample()
        for absent in [nil, []] as [[UInt8]?] {
            sample.userHandle = absent
            _ = try sample.verify()
        }
        sample.userHandle = AuthenticationSample.userHandle
        for other in [nil, [], Array("user-".utf8), Array("user-11".utf8)] as [[UInt8]?] {
            sample.stored.userHandle = other
            #expect(throws: AuthenticationRefusal.userHandleMismatch) { try sample.verify() }
        }
    }

    @Test func aListOfCredentialsIsBindingAlsoWhenEmpty() throws {
        var sample = try AuthenticationSample()
        sample.expectation.allowedCredentials = nil
        _ = try sample.verify()
        sample.expectation.allowedCredentials = []
        #expect(throws: AuthenticationRefusal.credentialNotAllowed) { try sample.verify() }
    }

    @Test func userVerificationIsAskedForOnlyWhereRequired() throws {
        for requirement in UserVerificationRequirement.allCases where requirement != .required {
            var sample = try AuthenticationSample()
            sample.data.flags.remove(.userVerified)
            sample.expectation.userVerification = requirement
            #expect(try !sample.verify().isUserVerified)
        }
    }

    @Test func reservedFlagsUnknownMembersAndUnsolicitedExtensionsAreIgnored() throws {
        var sample = try AuthenticationSample()
        sample.data.flags.formUnion(AuthenticatorData.Flags(rawValue: 0x22))
        sample.data.extensions = .map([CBORMember(key: .text("credProtect"), value: .unsigned(2))])
        sample.damageClientData = { $0 = Array(#"{"crossOriginOf":"x","#.utf8) + $0.dropFirst() }
        _ = try sample.verify()
    }

    @Test func aResponseIsReadFromJSON() throws {
        let response = try AuthenticationSample().makeResponse()
        var inner = JSONObject()
        inner["clientDataJSON"] = .string(Base64URL.encode(response.clientDataJSON))
        inner["authenticatorData"] = .string(Base64URL.encode(response.authenticatorData))
        inner["signature"] = .string(Base64URL.encode(response.signature))
        inner["userHandle"] = .string(Base64URL.encode(AuthenticationSample.userHandle))
        func read(_ inner: JSONObject) throws -> AuthenticationResponse {
            try AuthenticationResponse(json: [
                "id": .string(response.id), "rawId": .string(response.id), "type": "public-key",
                "response": .object(inner),
            ])
        }
        #expect(try read(inner) == response)
        inner["userHandle"] = .some(.null)
        #expect(try read(inner).userHandle == nil)
        inner["userHandle"] = nil as JSONValue?
        #expect(try read(inner).userHandle == nil)
        for name in ["clientDataJSON", "authenticatorData", "signature"] {
            var broken = inner
            for wrong in [1, nil, ["AA"], "AA==", "A"] as [JSONValue] {
                broken[name] = .some(wrong)
                #expect(throws: WireError.invalid(field: name)) { try read(broken) }
            }
            broken[name] = nil as JSONValue?
            #expect(throws: WireError.missing(field: name)) { try read(broken) }
        }
    }
}
