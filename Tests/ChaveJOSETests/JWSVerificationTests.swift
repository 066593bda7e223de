import ChaveJOSE
import ChaveWire
import Crypto
import Testing

@Suite struct JWSVerificationTests {
    static let keys: [JWSAlgorithm: SigningKey] = {
        var keys: [JWSAlgorithm: SigningKey] = [:]
        for algorithm in JWSAlgorithm.allCases {
            keys[algorithm] = try? SigningKey.generate(algorithm, keyID: algorithm.rawValue)
        }
        return keys
    }()

    private func key(_ algorithm: JWSAlgorithm) throws -> SigningKey { try #require(Self.keys[algorithm]) }

    @Test(arguments: JWSAlgorithm.allCases)
    func whatAKeySignsItsPublicHalfVerifies(_ algorithm: JWSAlgorithm) throws {
        let key = try key(algorithm)
        let text = try key.sign([1, 2, 3], type: "at+jwt")
        let verified = try JWKSet([key.publicKey]).verify(text)
        #expect(verified.payload == [1, 2, 3])
        #expect(verified.header["typ"] == "at+jwt")
        #expect(verified.key == key.publicKey)
    }

    /// One RSA key, two ways to pad: a signature by one never counts as one by the other.
    @Test func theTwoPaddingsOfRSAAreNotMixedUp() throws {
        let pss = try key(.ps256)
        let older = try SigningKey(pem: pss.secretPEM, algorithm: .rs256, keyID: pss.keyID)
        #expect(older.publicKey != pss.publicKey)
        #expect(older.publicKey.thumbprint == pss.publicKey.thumbprint)
        for (signer, verifier) in [(pss, older), (older, pss)] {
            let signature = try signer.signature(over: [1])
            #expect(signer.publicKey.isValidSignature(signature, over: [1]))
            #expect(!verifier.publicKey.isValidSignature(signature, over: [1]))
            #expect(throws: JWSRefusal.algorithmMismatch) { try verifier.publicKey.verify(signer.sign([1], type: nil)) }
        }
    }

    /// The public key's text as the secret of a MAC: there is no MAC here that could be fooled.
    @Test(arguments: [JWSAlgorithm.rs256, .es256])
    func aMACByThePublicKeyIsRefused(_ algorithm: JWSAlgorithm) throws {
        let key = try key(algorithm)
        let header: JSONValue = ["alg": "HS256", "kid": .string(algorithm.rawValue)]
        let input = CompactJWS.signingInput(header: try object(header), payload: [1])
        let secret = SymmetricKey(data: JSONValue.object(key.publicKey.jwk).encoded())
        let code = Array(HMAC<SHA256>.authenticationCode(for: input, using: secret))
        let text = CompactJWS.assemble(signingInput: input, signature: code)
        #expect(throws: JWSRefusal.algorithmMismatch) { try JWKSet([key.publicKey]).verify(text) }
    }

    @Test func ecdsaSignaturesAreRawAndNotDER() throws {
        let jws = try CompactJWS(parsing: key(.es256).sign([], type: nil))
        #expect(jws.signature.count == 64)
        #expect(try CompactJWS(parsing: key(.ps256).sign([], type: nil)).signature.count == 256)
    }

    /// The header names each other algorithm; the key decides, whatever the signature.
    @Test(arguments: JWSAlgorithm.allCases)
    func theHeadersAlgorithmIsNeverFollowed(_ algorithm: JWSAlgorithm) throws {
        let key = try key(algorithm)
        for claimed in ["none", "None", "HS256", "RS384", "ES384", "es256", "ES256 "]
            + JWSAlgorithm.allCases.map(\.rawValue)
        where claimed != algorithm.rawValue {
            let text = try forged(["alg": .string(claimed), "kid": .string(algorithm.rawValue)], by: key)
            #expect(throws: JWSRefusal.algorithmMismatch) { try JWKSet([key.publicKey]).verify(text) }
            #expect(throws: JWSRefusal.algorithmMismatch) { try key.publicKey.verify(text) }
        }
    }

    @Test(arguments: [["exp"], [], "exp", ["b64"], nil, 1] as [JSONValue])
    func aCriticalHeaderIsRefusedBeforeAnythingElse(_ critical: JSONValue) throws {
        let key = try key(.es256)
        let text = try forged(["alg": "none", "kid": "nobody", "crit": critical], by: key)
        #expect(throws: JWSRefusal.criticalHeader) { try JWKSet([key.publicKey]).verify(text) }
        #expect(throws: JWSRefusal.criticalHeader) { try key.publicKey.verify(text) }
    }

    @Test func aKeyThatTheHeaderBringsIsIgnored() throws {
        let thief = try SigningKey.generate(.es256, keyID: "ES256")
        let text = try thief.sign([1], type: nil, extraHeader: object(["jwk": .object(thief.publicKey.jwk)]))
        #expect(throws: JWSRefusal.badSignature) { try JWKSet([key(.es256).publicKey]).verify(text) }
    }

    @Test func extraHeaderMembersCannotReplaceTheKeysOwn() throws {
        let extra: JSONValue = ["alg": "none", "kid": "x", "typ": "x", "crit": ["x"], "x5c": ["AA"]]
        let text = try key(.es256).sign([1], type: "JWT", extraHeader: object(extra))
        let header = try CompactJWS(parsing: text).header
        #expect(JSONValue.object(header) == ["alg": "ES256", "kid": "ES256", "typ": "JWT", "x5c": ["AA"]])
    }

    @Test func anUnknownKeyIdentifierIsRefusedEvenWhenThereIsOneKey() throws {
        let text = try key(.es256).named("other").sign([1], type: nil)
        #expect(throws: JWSRefusal.unknownKey) { try JWKSet([key(.es256).publicKey]).verify(text) }
    }

    @Test func withoutAKeyIdentifierOnlyALoneKeyIsMeant() throws {
        let text = try key(.es256).named(nil).sign([1], type: nil)
        let set = try JWKSet([key(.es256).publicKey])
        #expect(throws: Never.self) { try set.verify(text) }
        let two = try JWKSet([key(.es256).publicKey, key(.edDSA).publicKey])
        #expect(throws: JWSRefusal.unknownKey) { try two.verify(text) }
        #expect(throws: JWSRefusal.unknownKey) { try JWKSet().verify(text) }
    }

    @Test func keyIdentifiersAreComparedByTheirBytes() throws {
        // The Kelvin sign equals "K" for String, not for us.
        let text = try key(.es256).named("\u{212A}").sign([1], type: nil)
        #expect(throws: JWSRefusal.unknownKey) { try JWKSet([key(.es256).publicKey.named("K")]).verify(text) }
    }

    @Test(arguments: JWSAlgorithm.allCases)
    func oddSignaturesAreRefusedAndDoNotTrap(_ algorithm: JWSAlgorithm) throws {
        let key = try key(algorithm)
        for count in [1, 31, 32, 63, 64, 65, 128, 255, 256, 257, 4_096] {
            for byte in [UInt8(0), 0xFF] {
                let signature = [UInt8](repeating: byte, count: count)
                #expect(!key.publicKey.isValidSignature(signature, over: [1]))
            }
        }
        #expect(!key.publicKey.isValidSignature([], over: [1]))
    }

    private func object(_ value: JSONValue) throws -> JSONObject { try #require(value.object) }

    private func forged(_ header: JSONValue, by key: SigningKey) throws -> String {
        let input = CompactJWS.signingInput(header: try #require(header.object), payload: [1])
        return CompactJWS.assemble(signingInput: input, signature: try key.signature(over: input))
    }
}
