import ChaveBase
import ChaveJOSE
import ChaveWire
import Testing

@Suite struct JWKTests {
    @Test(arguments: JWSAlgorithm.allCases)
    func aKeyIsReadAsItWasWritten(_ algorithm: JWSAlgorithm) throws {
        let key = try SigningKey.generate(algorithm, keyID: "k1").publicKey
        let read = try VerificationKey(jwk: .object(key.jwk))
        #expect(read == key)
        #expect(read.algorithm == algorithm)
        #expect(read.keyID == "k1")
        #expect(read.thumbprint == key.thumbprint)
    }

    @Test(arguments: JWSAlgorithm.allCases)
    func aPrivateKeySurvivesItsPEM(_ algorithm: JWSAlgorithm) throws {
        let key = try SigningKey.generate(algorithm)
        let read = try SigningKey(pem: key.secretPEM, algorithm: algorithm)
        #expect(read.publicKey == key.publicKey)
        #expect(key.secretPEM.hasPrefix("-----BEGIN PRIVATE KEY-----"))
    }

    @Test func aPEMOfAnotherKindIsRefused() throws {
        for algorithm in JWSAlgorithm.allCases {
            let pem = try SigningKey.generate(algorithm).secretPEM
            let rsa: Set<JWSAlgorithm> = [.ps256, .rs256]
            for other in JWSAlgorithm.allCases where other != algorithm && !rsa.isSuperset(of: [algorithm, other]) {
                #expect(throws: JOSEKeyError.invalid(field: "pem")) { try SigningKey(pem: pem, algorithm: other) }
            }
        }
        #expect(throws: JOSEKeyError.self) { try SigningKey(pem: "", algorithm: .ps256) }
    }

    @Test func aSecretIsNeverPrinted() throws {
        let key = try SigningKey.generate(.es256)
        #expect("\(key)" == "<redacted>")
        #expect(String(reflecting: key) == "<redacted>")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test func eachFaultOfAKeyIsNamed() throws {
        let good = StandardVectorTests.es256Key
        let cases: [(String, JSONValue?, JOSEKeyError)] = [
            ("kty", nil, .missing(field: "kty")),
            ("kty", 1, .invalid(field: "kty")),
            ("kty", "AKP", .unsupported(field: "kty")),
            ("kty", "O\u{212A}P", .unsupported(field: "kty")),
            ("kty", "oct", .privateKey),
            ("d", "AAAA", .privateKey),
            ("crv", nil, .missing(field: "crv")),
            ("crv", "P-384", .unsupported(field: "crv")),
            ("crv", "secp256k1", .unsupported(field: "crv")),
            ("x", nil, .missing(field: "x")),
            ("x", 1, .invalid(field: "x")),
            ("x", "AA==", .invalid(field: "x")),
            ("x", "AA", .invalid(field: "x")),
            ("y", nil, .missing(field: "y")),
            ("y", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", .invalid(field: "point")),
            ("alg", "RS256", .unsupported(field: "alg")),
            ("alg", "PS256", .unsupported(field: "alg")),
            ("alg", 1, .invalid(field: "alg")),
            ("use", "enc", .notForSignatures),
            ("key_ops", ["encrypt"], .notForSignatures),
            ("key_ops", "verify", .invalid(field: "key_ops")),
            ("kid", 1, .invalid(field: "kid")),
        ]
        for (name, value, expected) in cases {
            var object = try #require(good.object)
            object[name] = value
            #expect(throws: expected, "\(name)") { try VerificationKey(jwk: .object(object)) }
        }
        #expect(throws: JOSEKeyError.invalid(field: "jwk")) { try VerificationKey(jwk: []) }
    }

    @Test func weakAndOddRSAKeysAreRefused() throws {
        let good = try SigningKey.generate(.ps256).publicKey.jwk
        let modulus = try Base64URL.decode(try #require(good["n"]?.string))
        let odd: [(modulus: [UInt8], exponent: [UInt8])] = [
            ([], [1, 0, 1]), (Array(modulus.prefix(128)), [1, 0, 1]), ([0] + modulus, [1, 0, 1]),
            ([UInt8](repeating: 0xFF, count: 1_025), [1, 0, 1]), (modulus, []), (modulus, [0, 1]), (modulus, [1]),
            (modulus, [2]), (modulus, [UInt8](repeating: 0xFF, count: 5)), ([0x7F] + modulus.dropFirst(), [1, 0, 1]),
        ]
        for (modulus, exponent) in odd {
            #expect(throws: JOSEKeyError.self) { try VerificationKey(rsaModulus: modulus, exponent: exponent) }
        }
        #expect(throws: Never.self) { try VerificationKey(rsaModulus: modulus, exponent: [1, 0, 1]) }
    }

    @Test func rawKeysOfWrongLengthAreRefused() {
        for count in [0, 1, 31, 33, 64, 65] {
            let bytes = [UInt8](repeating: 1, count: count)
            #expect(throws: JOSEKeyError.self) { try SigningKey(p256: bytes) }
            #expect(throws: JOSEKeyError.self) { try SigningKey(ed25519: bytes) }
            #expect(throws: JOSEKeyError.self) { try VerificationKey(ed25519: bytes) }
            #expect(throws: JOSEKeyError.self) { try VerificationKey(p256x: bytes, y: bytes) }
        }
        #expect(throws: JOSEKeyError.self) { try SigningKey(p256: [UInt8](repeating: 0, count: 32)) }
        #expect(throws: JOSEKeyError.self) { try SigningKey(p256: [UInt8](repeating: 0xFF, count: 32)) }
    }

    @Test func aSetKeepsWhatItKnowsAndLeavesOutTheRest() throws {
        let set = try JWKSet(json: [
            "keys": [
                ["kty": "EC", "crv": "P-521", "x": "AA", "y": "AA", "kid": "other"],
                ["kty": "AKP", "alg": "ML-DSA-44", "pub": "AA"],
                StandardVectorTests.es256Key,
                ["kty": "OKP", "crv": "X25519", "x": "AA"],
            ]
        ])
        #expect(try set.keys == [VerificationKey(jwk: StandardVectorTests.es256Key)])
        #expect(try JWKSet(json: set.json) == set)
    }

    @Test func aSetWithABrokenPrivateOrDoubleKeyIsRefused() throws {
        var named = try #require(StandardVectorTests.es256Key.object)
        named["kid"] = "a"
        let key = JSONValue.object(named)
        var secret = named
        secret["d"] = "AA"
        var broken = named
        broken["x"] = "AA"
        #expect(throws: JOSEKeyError.duplicateKeyID) { try JWKSet(json: ["keys": [key, key]]) }
        #expect(throws: JOSEKeyError.privateKey) { try JWKSet(json: ["keys": [.object(secret)]]) }
        #expect(throws: JOSEKeyError.privateKey) { try JWKSet(json: ["keys": [["kty": "oct", "k": "AA"]]]) }
        #expect(throws: JOSEKeyError.invalid(field: "x")) { try JWKSet(json: ["keys": [.object(broken)]]) }
        #expect(throws: JOSEKeyError.missing(field: "keys")) { try JWKSet(json: [:]) }
        #expect(throws: JOSEKeyError.missing(field: "keys")) { try JWKSet(json: ["keys": "x"]) }
        #expect(try JWKSet(json: ["keys": []]).keys.isEmpty)
    }
}
