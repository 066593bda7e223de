import ChaveBase
import ChaveJOSE
import ChaveWire
import OpenFinanceWire
import Testing

/// A signed message counts when each of its parts is right, and every fault has its name, in the documented order.
struct EnvelopeTests {
    static let bank = "5f69111d-5cc3-43ea-ba97-30392654a505"
    static let initiator = "74e929d9-33b6-4d85-8ba7-c146c867a817"
    static let endpoint = "https://api.bank.test/open-banking/payments/v5/consents/urn:bank:c-1"
    static let now = Timestamp(seconds: 1_800_000_000)
    private static let signing = try? SigningKey.generate(.ps256, keyID: "signing-1")
    private static let strange = try? SigningKey.generate(.ps256, keyID: "signing-1")

    private let signing: SigningKey
    private let keys: JWKSet

    init() throws {
        signing = try #require(Self.signing)
        keys = try JWKSet([signing.publicKey])
    }

    private static func envelope(_ change: (inout Envelope) -> Void = { _ in }) -> Envelope {
        var body = JSONObject()
        body["data"] = ["status": "ACSC"]
        body["meta"] = ["requestDateTime": "2027-01-15T08:00:00Z"]
        var envelope = Envelope(
            issuer: bank,
            audience: initiator,
            tokenID: "0c5e0c7e-7d3b-4a52-9b1e-2f6a5d1c9e44",
            issuedAt: now.seconds,
            body: body
        )
        change(&envelope)
        return envelope
    }

    private static let expectation = EnvelopeExpectation(audience: .organisation(initiator))

    private func signed(_ envelope: Envelope) throws -> String {
        try #require(EnvelopeKey(signing)).sign(envelope)
    }

    private func read(
        _ text: String,
        _ expectation: EnvelopeExpectation = expectation
    ) throws(EnvelopeRefusal) -> Envelope {
        let sender = OrganisationKeys(organisation: Self.bank, keys: keys)
        return try expectation.verify(ClaimedEnvelope(parsing: text), by: sender, at: Self.now)
    }

    private func refusal(_ text: String, _ expectation: EnvelopeExpectation = expectation) -> EnvelopeRefusal? {
        do {
            _ = try read(text, expectation)
            return nil
        } catch {
            return error
        }
    }

    /// The payload of a right message with one claim changed, signed again.
    private func signed(_ name: String, _ value: JSONValue?) throws -> String {
        var object = try #require(try JSONValue(parsing: CompactJWS(parsing: signed(Self.envelope())).payload).object)
        object[name] = value
        return try signing.sign(JSONValue.object(object).encoded(), type: "JWT")
    }

    @Test func aMessageComesBackAsItWas() throws {
        let text = try signed(Self.envelope())
        #expect(try read(text) == Self.envelope())
        let header = try CompactJWS(parsing: text).header
        #expect(header.members.map(\.name) == ["alg", "kid", "typ"])
        #expect(header["alg"] == "PS256" && header["kid"] == "signing-1" && header["typ"] == "JWT")
    }

    /// A body cannot replace the claims of its envelope.
    @Test func aBodyWithTheNameOfAClaimDoesNotBecomeOne() throws {
        let text = try signed(Self.envelope { $0.body["iss"] = "other" })
        #expect(try read(text).issuer == Self.bank)
    }

    @Test(arguments: [
        ("another sender", EnvelopeRefusal.wrongIssuer), ("another receiver", .wrongAudience),
        ("a second too old", .issuedOutOfTime), ("a second too new", .issuedOutOfTime),
        ("the smallest time", .issuedOutOfTime), ("a UUID of version 1", .wrongTokenID), ("no UUID", .wrongTokenID),
    ])
    func eachWrongClaimIsNamed(_ fault: String, _ expected: EnvelopeRefusal) throws {
        let envelope = Self.envelope { envelope in
            switch fault {
            case "another sender": envelope.issuer = Self.initiator
            case "another receiver": envelope.audience = Self.bank
            case "a second too old": envelope.issuedAt -= 61
            case "a second too new": envelope.issuedAt += 61
            case "the smallest time": envelope.issuedAt = .min
            case "a UUID of version 1": envelope.tokenID = "0c5e0c7e-7d3b-1a52-9b1e-2f6a5d1c9e44"
            default: envelope.tokenID = "0c5e0c7e7d3b4a529b1e2f6a5d1c9e44"
            }
        }
        #expect(refusal(try signed(envelope)) == expected)
        #expect(expected.status == 403 && expected.code == "INVALID_CLIENT")
    }

    @Test(arguments: [-60, 0, 60] as [Int64])
    func theWholeWindowCounts(_ seconds: Int64) throws {
        #expect(refusal(try signed(Self.envelope { $0.issuedAt += seconds })) == nil)
    }

    /// A response to a repeated call may carry its first time; nothing may come from further ahead.
    @Test func anAnswerToARepeatedCallMayBeOld() throws {
        let patient = EnvelopeExpectation(audience: .organisation(Self.initiator), maximumAgeSeconds: 86_400)
        #expect(refusal(try signed(Self.envelope { $0.issuedAt -= 86_400 }), patient) == nil)
        #expect(refusal(try signed(Self.envelope { $0.issuedAt -= 86_401 }), patient) == .issuedOutOfTime)
        #expect(refusal(try signed(Self.envelope { $0.issuedAt += 61 }), patient) == .issuedOutOfTime)
    }

    @Test(arguments: ["1800000000.25", "1.8e9", "1800000000.0"])
    func aTimeMayHaveAFraction(_ literal: String) throws {
        let number = try #require(JSONNumber(literal))
        #expect(try read(signed("iat", .number(number))).issuedAt == Self.now.seconds)
    }

    @Test(
        arguments: [
            ("iss", nil), ("aud", nil), ("jti", nil), ("iat", nil), ("iat", "1800000000"), ("iat", true), ("aud", []),
            ("aud", ["a", "b"]), ("aud", [1]), ("iss", 1), ("jti", true),
        ] as [(String, JSONValue?)]
    )
    func aClaimThatIsMissingOrOfAnotherTypeIsMalformed(_ name: String, _ value: JSONValue?) throws {
        #expect(refusal(try signed(name, value)) == .malformedClaims)
    }

    @Test(arguments: ["[]", "1", "{", #"{"iss":"a","iss":"b"}"#])
    func aPayloadThatIsNoObjectIsMalformed(_ payload: String) throws {
        #expect(refusal(try signing.sign(Array(payload.utf8), type: "JWT")) == .malformedClaims)
    }

    /// OIDF's module "aud as array", of a response and of a request.
    @Test func anAudienceMayBeAListOfOne() throws {
        #expect(refusal(try signed("aud", [.string(Self.initiator)])) == nil)
        let request = EnvelopeExpectation(audience: .endpoint(Self.endpoint))
        #expect(refusal(try signed("aud", [.string(Self.endpoint)]), request) == nil)
        #expect(refusal(try signed("aud", [.string(Self.initiator)]), request) == .wrongAudience)
    }

    @Test(arguments: [
        ("urn:bank:c-1", true), ("urn%3Abank%3Ac-1", true), ("urn%3abank:c-1", true), ("urn%3Abank%3Ac-2", false),
        ("urn%253Abank%253Ac-1", false), ("urn:bank:c-1/", false),
    ])
    func theColonsOfAURNMayBeEscapedInTheAudience(_ id: String, _ isRight: Bool) throws {
        let place = "https://api.bank.test/open-banking/payments/v5/consents/"
        let expectation = EnvelopeExpectation(audience: .endpoint(Self.endpoint))
        let text = try signed(Self.envelope { $0.audience = place + id })
        #expect(refusal(text, expectation) == (isRight ? nil : .wrongAudience))
    }

    @Test(
        arguments: [
            ("crit", ["b64"], EnvelopeRefusal.criticalHeader), ("jku", "https://other.test/keys", .foreignKey),
            ("x5u", "https://other.test/chain", .foreignKey), ("x5c", [], .foreignKey), ("jwk", [:], .foreignKey),
            ("typ", "at+jwt", .wrongType), ("cty", "JWT", .wrongType),
            ("kid", "signing-2", .unknownKey), ("kid", nil, .unknownKey),
            ("alg", "RS256", .algorithmMismatch), ("alg", "HS256", .algorithmMismatch),
            ("alg", "none", .algorithmMismatch),
            ("x", "y", .badSignature),
        ] as [(String, JSONValue?, EnvelopeRefusal)]
    )
    func eachFaultOfAHeaderIsNamed(_ name: String, _ value: JSONValue?, _ expected: EnvelopeRefusal) throws {
        let message = try CompactJWS(parsing: signed(Self.envelope()))
        var header = message.header
        header[name] = value
        let input = CompactJWS.signingInput(header: header, payload: message.payload)
        let text = CompactJWS.assemble(signingInput: input, signature: message.signature)
        #expect(refusal(text) == expected)
        #expect(expected.status == 400 && expected.code == "BAD_SIGNATURE")
    }

    /// Another key under the same name, and a key of another algorithm.
    @Test func onlyTheSendersKeyForPS256Counts() throws {
        let strange = try #require(Self.strange)
        #expect(refusal(try #require(EnvelopeKey(strange)).sign(Self.envelope())) == .badSignature)
        let older = try SigningKey(pem: signing.secretPEM, algorithm: .rs256, keyID: "signing-1")
        #expect(EnvelopeKey(older) == nil && EnvelopeKey(signing.named(nil)) == nil)
        let other = try SigningKey.generate(.es256, keyID: "signing-1")
        let sender = OrganisationKeys(organisation: Self.bank, keys: try JWKSet([other.publicKey]))
        let claimed = try ClaimedEnvelope(parsing: signed(Self.envelope()))
        let expectation = Self.expectation
        #expect(throws: EnvelopeRefusal.algorithmMismatch) {
            try expectation.verify(claimed, by: sender, at: Self.now)
        }
    }

    /// Another organisation's keys verify nothing of this one's, also when the key is the same.
    @Test func theKeysOfAnotherOrganisationDoNotCount() throws {
        let claimed = try ClaimedEnvelope(parsing: signed(Self.envelope()))
        let sender = OrganisationKeys(organisation: Self.initiator, keys: keys)
        let expectation = Self.expectation
        #expect(throws: EnvelopeRefusal.wrongIssuer) { try expectation.verify(claimed, by: sender, at: Self.now) }
    }

    @Test func aMessageWithoutATypeCounts() throws {
        #expect(refusal(try signing.sign(Self.payload(), type: nil)) == nil)
    }

    private static func payload() throws -> [UInt8] {
        let key = try #require(signing.flatMap(EnvelopeKey.init))
        return try CompactJWS(parsing: key.sign(envelope())).payload
    }

    /// Several faults at once: the first of the documented order is named.
    @Test func theFirstFaultOfAHeaderIsNamed() throws {
        let all: [(String, JSONValue, EnvelopeRefusal)] = [
            ("crit", ["x"], .criticalHeader), ("jku", "https://a.test", .foreignKey), ("typ", "x", .wrongType),
            ("alg", "none", .algorithmMismatch), ("kid", "other", .unknownKey), ("x", "y", .badSignature),
        ]
        let message = try CompactJWS(parsing: signed(Self.envelope { $0.issuer = "other" }))
        for first in all.indices {
            var header = message.header
            for (name, value, _) in all[first...] { header[name] = value }
            let input = CompactJWS.signingInput(header: header, payload: message.payload)
            let text = CompactJWS.assemble(signingInput: input, signature: message.signature)
            #expect(refusal(text) == all[first].2)
        }
    }

    @Test func theFirstFaultOfTheClaimsIsNamed() throws {
        let changes: [(EnvelopeRefusal, @Sendable (inout Envelope) -> Void)] = [
            (.wrongIssuer, { $0.issuer = "other" }), (.wrongAudience, { $0.audience = "other" }),
            (.issuedOutOfTime, { $0.issuedAt = 0 }), (.wrongTokenID, { $0.tokenID = "x" }),
        ]
        for first in changes.indices {
            let envelope = Self.envelope { envelope in for (_, change) in changes[first...] { change(&envelope) } }
            #expect(refusal(try signed(envelope)) == changes[first].0)
        }
    }

    @Test func everyChangedByteIsRefused() throws {
        let bytes = Array(try signed(Self.envelope()).utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(refusal(String(decoding: changed, as: UTF8.self)) != nil)
            #expect(refusal(String(decoding: bytes.prefix(index), as: UTF8.self)) != nil)
        }
    }

    /// A consent with 60 payments is longer than 64 KiB; past 256 KiB nothing is read.
    @Test func longMessagesAreReadUpToTheirLimit() throws {
        let long = try signed(Self.envelope { $0.body["data"] = .string(String(repeating: "x", count: 150_000)) })
        #expect(refusal(long) == nil)
        let longer = try signed(Self.envelope { $0.body["data"] = .string(String(repeating: "x", count: 200_000)) })
        #expect(longer.utf8.count > ClaimedEnvelope.maximumLength && refusal(longer) == .malformed)
    }
}
