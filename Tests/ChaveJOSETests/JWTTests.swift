import ChaveJOSE
import ChaveWire
import Testing

@Suite struct JWTTests {
    private static let now: Int64 = 1_800_000_000
    private static let key = try? SigningKey.generate(.es256, keyID: "a")
    private static let expectation = JWTExpectation(
        type: "at+jwt",
        issuer: "https://chave.example",
        audience: "https://chave.example/payments",
        leewaySeconds: 0,
        maximumAgeSeconds: 3_600
    )
    private static let claims: JSONValue = [
        "iss": "https://chave.example", "sub": "s", "aud": "https://chave.example/payments", "jti": "j",
        "iat": 1_799_999_990, "nbf": 1_799_999_990, "exp": 1_800_000_900,
    ]

    private func key() throws -> SigningKey { try #require(Self.key) }

    private func token(
        _ changes: [String: JSONValue] = [:],
        without absent: [String] = [],
        type: String? = "at+jwt"
    ) throws -> String {
        var object = try #require(Self.claims.object)
        for (name, value) in changes { object[name] = value }
        for name in absent { object[name] = nil }
        return try key().sign(JSONValue.object(object).encoded(), type: type)
    }

    private func verify(
        _ token: String,
        expecting expectation: JWTExpectation = Self.expectation,
        now: Int64 = Self.now
    ) throws -> VerifiedJWT {
        try JWKSet([key().publicKey]).verify(token, expecting: expectation, now: now)
    }

    @Test func aTokenThatIsAsExpectedIsTaken() throws {
        let jwt = try verify(token())
        #expect(jwt.claims.subject == "s")
        #expect(jwt.claims.tokenID == "j")
        #expect(jwt.claims["jti"] == "j")
        #expect(jwt.claims.audiences == ["https://chave.example/payments"])
    }

    /// One fault at a time; a new refusal without a case here does not compile.
    @Test(arguments: JWTRefusal.allCases)
    func eachFaultIsNamed(_ expected: JWTRefusal) throws {
        let token: String
        switch expected {
        case .malformed: token = "a.b"
        case .criticalHeader:
            let header: JSONValue = ["alg": "ES256", "kid": "a", "crit": ["x"]]
            let input = CompactJWS.signingInput(header: try #require(header.object), payload: Self.claims.encoded())
            token = CompactJWS.assemble(signingInput: input, signature: try key().signature(over: input))
        case .unknownKey: token = try key().named("b").sign(Self.claims.encoded(), type: "at+jwt")
        case .algorithmMismatch:
            token = try SigningKey.generate(.edDSA, keyID: "a").sign(Self.claims.encoded(), type: "at+jwt")
        case .badSignature:
            token = try SigningKey.generate(.es256, keyID: "a").sign(Self.claims.encoded(), type: "at+jwt")
        case .wrongType: token = try self.token(type: "rt+jwt")
        case .malformedClaims: token = try self.token(["exp": "soon"])
        case .wrongIssuer: token = try self.token(["iss": "https://chave.example/"])
        case .wrongAudience: token = try self.token(["aud": ["https://other.example"]])
        case .expired: token = try self.token(["exp": 1_800_000_000])
        case .notYetValid: token = try self.token(["nbf": 1_800_000_001])
        case .issuedInFuture: token = try self.token(["iat": 1_800_000_001])
        case .tooOld: token = try self.token(["iat": 1_799_996_399])
        }
        #expect(throws: expected) { try verify(token) }
    }

    /// Faults are added from the last to the first; the newest one is reported each time.
    @Test func theEarlierOfTwoFaultsIsReported() throws {
        var changes: [String: JSONValue] = [:]
        let steps: [(String, JSONValue, JWTRefusal)] = [
            ("iat", 1, .tooOld), ("iat", 1_900_000_000, .issuedInFuture), ("nbf", 1_900_000_000, .notYetValid),
            ("exp", 1, .expired), ("aud", "x", .wrongAudience), ("iss", "x", .wrongIssuer),
            ("jti", 1, .malformedClaims),
        ]
        for (name, value, expected) in steps {
            changes[name] = value
            #expect(throws: expected) { try verify(token(changes)) }
        }
        #expect(throws: JWTRefusal.wrongType) { try verify(token(changes, type: "x")) }
        let thief = try SigningKey.generate(.es256, keyID: "a")
        #expect(throws: JWTRefusal.badSignature) { try verify(thief.sign(Self.claims.encoded(), type: "x")) }
    }

    @Test func leewayMovesEachLimitByItself() throws {
        var lenient = Self.expectation
        lenient.leewaySeconds = 60
        for (name, good, bad) in [("exp", -59, -60), ("nbf", 60, 61), ("iat", 60, 61), ("iat", -3_660, -3_661)]
            as [(String, Int64, Int64)]
        {
            let inside = try token([name: JSONValue(Self.now + good)])
            let outside = try token([name: JSONValue(Self.now + bad)])
            #expect(throws: Never.self, "\(name)") { try verify(inside, expecting: lenient) }
            #expect(throws: JWTRefusal.self, "\(name)") { try verify(outside, expecting: lenient) }
            #expect(throws: JWTRefusal.self, "\(name)") { try verify(inside) }
        }
    }

    @Test func theSecondOfExpiryIsTooLate() throws {
        let token = try token(["exp": JSONValue(Self.now + 1)])
        #expect(throws: Never.self) { try verify(token) }
        #expect(throws: JWTRefusal.expired) { try verify(token, now: Self.now + 1) }
    }

    @Test func audienceMayBeATextOrAList() throws {
        let ours = "https://chave.example/payments"
        #expect(throws: Never.self) { try verify(token(["aud": ["x", .string(ours)]])) }
        for audience in [[], "", ["x"], [.string(ours + "/")]] as [JSONValue] {
            #expect(throws: JWTRefusal.wrongAudience) { try verify(token(["aud": audience])) }
        }
        #expect(throws: JWTRefusal.wrongAudience) { try verify(token(without: ["aud"])) }
        for audience in [1, [1], [.string(ours), 1], [:], nil] as [JSONValue] {
            #expect(throws: JWTRefusal.malformedClaims) { try verify(token(["aud": audience])) }
        }
    }

    @Test func issuersAreComparedByTheirBytes() throws {
        var kelvin = Self.expectation
        kelvin.issuer = "https://K.example"
        let token = try token(["iss": "https://\u{212A}.example"])
        #expect(throws: JWTRefusal.wrongIssuer) { try verify(token, expecting: kelvin) }
    }

    @Test(arguments: ["at+jwt", "AT+JWT", "application/at+jwt", "Application/At+Jwt"])
    func theTypeIsComparedAsAMediaType(_ type: String) throws {
        #expect(throws: Never.self) { try verify(token(type: type)) }
    }

    @Test(arguments: ["jwt", "at", "", "x/at+jwt", "application/", "application/x/at+jwt", "at+jwt ", nil])
    func anotherTypeIsRefused(_ type: String?) throws {
        #expect(throws: JWTRefusal.wrongType) { try verify(token(type: type)) }
    }

    @Test func noTypeIsDemandedWhenNoneIsExpected() throws {
        var any = Self.expectation
        any.type = nil
        #expect(throws: Never.self) { try verify(token(type: nil), expecting: any) }
        #expect(throws: Never.self) { try verify(token(type: "x"), expecting: any) }
    }

    @Test func requiredTimesMustBeThere() throws {
        #expect(throws: JWTRefusal.malformedClaims) { try verify(token(without: ["exp"])) }
        #expect(throws: JWTRefusal.malformedClaims) { try verify(token(without: ["iat"])) }
        #expect(throws: Never.self) { try verify(token(without: ["nbf"])) }
        var lenient = Self.expectation
        lenient.requiresExpiry = false
        lenient.maximumAgeSeconds = nil
        #expect(throws: Never.self) { try verify(token(without: ["exp", "iat"]), expecting: lenient) }
    }

    @Test(arguments: ["-1", "1e400", "1e30", "9223372036854775807", "253402300800", "true", "\"1\"", "[]"])
    func oddTimesAreMalformedAndDoNotTrap(_ text: String) throws {
        let value = try JSONValue(parsing: text)
        for name in ["exp", "nbf", "iat"] {
            #expect(throws: JWTRefusal.malformedClaims) { try verify(token([name: value])) }
        }
    }

    @Test func fractionsNeverMakeATokenValidForLonger() throws {
        #expect(throws: JWTRefusal.expired) { try verify(token(["exp": try JSONValue(parsing: "1800000000.9")])) }
        #expect(throws: Never.self) { try verify(token(["exp": try JSONValue(parsing: "1.800000001e9")])) }
        #expect(throws: JWTRefusal.notYetValid) { try verify(token(["nbf": try JSONValue(parsing: "1800000000.1")])) }
    }

    @Test func extremeClocksAndLeewaysDoNotTrap() throws {
        var odd = Self.expectation
        for leeway in [Int64.min, .max, -1] {
            odd.leewaySeconds = leeway
            odd.maximumAgeSeconds = leeway
            for clock in [Int64.min, .max, 0] {
                _ = try? verify(token(), expecting: odd, now: clock)
            }
        }
    }

    @Test(arguments: ["", "[]", "1", "{", "{\"iss\":\"a\",\"iss\":\"b\"}", "\u{FEFF}{}"])
    func aPayloadThatIsNoObjectIsRefused(_ payload: String) throws {
        let token = try key().sign(Array(payload.utf8), type: "at+jwt")
        #expect(throws: JWTRefusal.malformedClaims) { try verify(token) }
    }
}
