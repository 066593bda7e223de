import ChaveBase
import ChaveDeviceKeys
import ChaveWire
import Testing

@Suite struct OptionsTests {
    /// The members of the options that the guides show, with their quirks: a user id that is only a text, a challenge of
    /// 14 bytes, no time-out, RS256 first, an extension with a text.
    static let guideCreation = """
        {"rp": {"id": "belvo.com", "name": "Raidiam Mockbank - Pipeline NRJ"},
         "user": {"id": "a5bd0ef9-f8ab-41a2-b968-489761a91de6", "name": "Ralph Bragg", "displayName": "Ralph Bragg"},
         "challenge": "R3dsT2REOE5oZ25JbVE",
         "pubKeyCredParams": [{"alg": -257, "type": "public-key"}, {"alg": -7, "type": "public-key"}],
         "extensions": {"appid": "true"}}
        """
    static let guideRequest = """
        {"rpId": "belvo.com", "timeout": 300000, "challenge": "oGW096Hvr8sVUIOf-10iqWI7ZfSx2GhoU359bBRK9h4",
         "allowCredentials": [{"type": "public-key",
          "id": "AfD-uI4LUzJAuzyLBRrPncocLusMgZ8yHNuuUl-7NSFbBlqrW2rMF0D_Ao-orNqdX3YZVf8_wk1jj--HuNH1uKE"}]}
        """

    @Test func theGuidesRegistrationOptionsAreRead() throws {
        let options = try CredentialCreationOptions(json: JSONValue(parsing: Self.guideCreation))
        #expect(options.relyingPartyID == "belvo.com")
        #expect(options.userID.count == 27)
        // The handle goes back as the same text.
        #expect(Base64URL.encode(options.userID) == "a5bd0ef9-f8ab-41a2-b968-489761a91de6")
        #expect(options.challenge.count == 14)
        #expect(options.timeoutMilliseconds == nil)
        #expect(options.algorithms == [-257, -7])
        #expect(options.extensions == ["appid": "true"])
        #expect(options.userVerification == nil)
        #expect(options.excludedCredentials.isEmpty)
    }

    @Test func theGuidesSigningOptionsAreRead() throws {
        let options = try CredentialRequestOptions(json: JSONValue(parsing: Self.guideRequest))
        #expect(options.relyingPartyID == "belvo.com")
        #expect(options.timeoutMilliseconds == 300_000)
        #expect(options.challenge.count == 32)
        #expect(options.allowedCredentials.map(\.count) == [65])
    }

    @Test(arguments: [
        ("dXNlci0x", Array("user-1".utf8)),  // base64url of six bytes
        ("ana maria", Array("ana maria".utf8)),  // a space: a text
        ("dXNlci0x==", Array("dXNlci0x==".utf8)),  // padded: a text
        ("a", Array("a".utf8)),  // one character alone is no base64url
        ("çã", Array("çã".utf8)),
    ])
    func aUserIDThatIsNoBase64URLIsItsText(_ text: String, _ expected: [UInt8]) throws {
        #expect(try creation(["user": ["id": .string(text)]]).userID == expected)
    }

    @Test func userIDsHaveOneTo64Bytes() throws {
        let longest = Base64URL.encode([UInt8](repeating: 1, count: 64))
        #expect(try creation(["user": ["id": .string(longest)]]).userID.count == 64)
        let tooLong = Base64URL.encode([UInt8](repeating: 1, count: 65))
        for id in ["", tooLong] {
            #expect(try invalidField(["user": ["id": .string(id)]]) == "user.id")
        }
    }

    /// Each required member absent, null and of another type.
    @Test func eachFaultOfRegistrationOptionsIsNamed() throws {
        let cases: [(String, JSONValue?, String)] = [
            ("rp", nil, "rp"), ("rp", nil as JSONValue, "rp"), ("rp", "x", "rp"), ("rp", ["id": 1], "rp.id"),
            ("user", nil, "user"), ("user", [:], "user.id"), ("user", ["id": 1], "user.id"),
            ("user", ["id": "a", "name": 1], "user.name"),
            ("challenge", nil, "challenge"), ("challenge", "", "challenge"), ("challenge", "AA==", "challenge"),
            ("challenge", 1, "challenge"),
            ("pubKeyCredParams", nil, "pubKeyCredParams"), ("pubKeyCredParams", "x", "pubKeyCredParams"),
            ("pubKeyCredParams", [1], "pubKeyCredParams.0"),
            ("pubKeyCredParams", [["alg": -7]], "pubKeyCredParams.0.type"),
            ("pubKeyCredParams", [["type": "public-key"]], "pubKeyCredParams.0.alg"),
            ("pubKeyCredParams", [["type": "public-key", "alg": "-7"]], "pubKeyCredParams.0.alg"),
            ("timeout", -1, "timeout"), ("timeout", "1", "timeout"), ("timeout", 4_294_967_296, "timeout"),
            ("excludeCredentials", [["id": "AA"]], "excludeCredentials.0.type"),
            ("excludeCredentials", [["type": "public-key"]], "excludeCredentials.0.id"),
            ("excludeCredentials", [["type": "public-key", "id": "A"]], "excludeCredentials.0.id"),
            ("authenticatorSelection", "x", "authenticatorSelection"),
            ("authenticatorSelection", ["userVerification": 1], "authenticatorSelection.userVerification"),
            ("authenticatorSelection", ["requireResidentKey": "x"], "authenticatorSelection.requireResidentKey"),
            ("attestation", 1, "attestation"),
        ]
        for (name, value, field) in cases {
            var json = try #require(try JSONValue(parsing: Self.guideCreation).object)
            json[name] = value
            #expect(try invalidField(json) == field, "\(name)")
        }
        #expect(throws: DeviceKeyError.self) { try CredentialCreationOptions(json: []) }
    }

    @Test func membersThatNobodyKnowsAreIgnored() throws {
        let options = try creation([
            "hints": ["client-device"], "attestationFormats": ["packed"], "enrollmentId": "x", "timeout": nil,
            "authenticatorSelection": ["userVerification": "required", "requireResidentKey": true, "x": [1]],
        ])
        #expect(options.userVerification == "required")
        #expect(options.residentKey == "required")
    }

    @Test func credentialsOfAnotherTypeArePassedOver() throws {
        let options = try creation([
            "excludeCredentials": [["type": "future", "id": 1], ["type": "public-key", "id": "AQ"]],
            "pubKeyCredParams": [["type": "future"], ["type": "public-key", "alg": -8]],
        ])
        #expect(options.excludedCredentials == [[1]])
        #expect(options.algorithms == [-8])
        #expect(throws: DeviceKeyError.self) { try creation(["pubKeyCredParams": [["type": "future"]]]) }
        #expect(try creation(["pubKeyCredParams": []]).algorithms.isEmpty)
    }

    @Test func aMissingUserHandleGoesOutAsAnEmptyText() {
        let assertion = CredentialAssertion(
            id: [1],
            authenticatorData: [2],
            clientDataJSON: [3],
            signature: [4],
            userHandle: nil,
            authenticatorAttachment: nil
        )
        #expect(assertion.json["response"]?["userHandle"] == "")
        #expect(assertion.json["rawId"] == assertion.json["id"])
        #expect(assertion.json["authenticatorAttachment"] == nil)
    }

    private func creation(_ changes: JSONValue) throws -> CredentialCreationOptions {
        var json = try #require(try JSONValue(parsing: Self.guideCreation).object)
        for (name, value) in try #require(changes.object).members { json[name] = value }
        return try CredentialCreationOptions(json: .object(json))
    }

    private func invalidField(_ changes: JSONValue) throws -> String? {
        var json = try #require(try JSONValue(parsing: Self.guideCreation).object)
        for (name, value) in try #require(changes.object).members { json[name] = value }
        return try invalidField(json)
    }

    private func invalidField(_ json: JSONObject) throws -> String? {
        do {
            _ = try CredentialCreationOptions(json: .object(json))
            return nil
        } catch {
            #expect(error.code == .invalidOptions)
            return error.field
        }
    }
}
