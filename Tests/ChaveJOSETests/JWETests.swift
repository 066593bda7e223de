import ChaveBase
import ChaveJOSE
import ChaveWire
import CryptoExtras
import Testing

/// Encrypted messages: RFC 7516's own example, each fault by its name, and every changed byte.
struct JWETests {
    private static let key = try? DecryptionKey.generate(keyID: "enc-1")
    private static let other = try? DecryptionKey.generate(keyID: "enc-2")

    private let key: DecryptionKey
    private let keys: DecryptionKeys

    init() throws {
        key = try #require(Self.key)
        keys = try DecryptionKeys([key])
    }

    /// RFC 7516, appendix A.1.
    @Test func theStandardsExampleIsDecrypted() throws {
        let number = { (text: String) in try Base64URL.decode(text) }
        let key = try _RSA.Encryption.PrivateKey(
            n: try number(Self.modulus),
            e: [1, 0, 1] as [UInt8],
            d: try number(Self.exponent),
            p: try number(Self.firstPrime),
            q: try number(Self.secondPrime)
        )
        let receiver = try DecryptionKeys([DecryptionKey(pem: key.pkcs8PEMRepresentation)])
        let message = try receiver.decrypt(Self.example)
        let expected = "The true sign of intelligence is not knowledge but imagination."
        #expect(String(decoding: message.payload, as: UTF8.self) == expected)
    }

    @Test(arguments: [0, 1, 16, 4_096])
    func aMessageComesBackAsItWas(_ count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        guard count > 0 else {
            // An empty ciphertext has no part of its own, and nobody sends one.
            let text = try key.publicKey.encrypt([], contentType: nil)
            #expect(throws: JWERefusal.malformed) { try keys.decrypt(text) }
            return
        }
        let text = try key.publicKey.encrypt(payload, contentType: "JWT")
        let message = try keys.decrypt(text)
        #expect(message.payload == payload)
        #expect(message.header["cty"] == "JWT" && message.header["kid"] == "enc-1")
        #expect(try key.publicKey.encrypt(payload, contentType: "JWT") != text, "each message has a key of its own")
    }

    /// Changes and cuts one message at every byte.
    @Test func everyChangedByteIsRefused() throws {
        let text = try key.publicKey.encrypt(Array("payload".utf8), contentType: nil)
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: JWERefusal.self) { try keys.decrypt(String(decoding: changed, as: UTF8.self)) }
        }
        for count in 0..<bytes.count {
            #expect(throws: JWERefusal.self) { try keys.decrypt(String(decoding: bytes.prefix(count), as: UTF8.self)) }
        }
    }

    /// The header is authenticated: a message that holds with another header does not hold.
    @Test(
        arguments: [
            (["crit": ["b64"]], .criticalHeader),
            (["zip": "DEF"], .compressed),
            (["jku": "https://other.example/keys"], .foreignKey),
            (["jwk": ["kty": "RSA"]], .foreignKey),
            (["x5u": "https://other.example/chain"], .foreignKey),
            (["x5c": []], .foreignKey),
            (["alg": "RSA1_5"], .unsupportedAlgorithm),
            (["alg": "RSA-OAEP-256"], .unsupportedAlgorithm),
            (["alg": "dir"], .unsupportedAlgorithm),
            (["enc": "A128CBC-HS256"], .unsupportedAlgorithm),
            (["kid": "enc-2"], .unknownKey),
            (["cty": "JWT"], .undecryptable),
        ] as [(JSONValue, JWERefusal)]
    )
    func eachFaultOfAHeaderIsNamed(_ members: JSONValue, _ refusal: JWERefusal) throws {
        let parts = try key.publicKey.encrypt([1, 2, 3], contentType: nil).split(separator: ".").map(String.init)
        var header = try #require(try JSONValue(parsing: Base64URL.decode(parts[0])).object)
        for (name, value) in try #require(members.object).members { header[name] = value }
        let changed = [Base64URL.encode(JSONValue.object(header).encoded())] + parts.dropFirst()
        #expect(throws: refusal) { try keys.decrypt(changed.joined(separator: ".")) }
    }

    @Test func aMessageToAnotherKeyIsRefusedUnderTheKeysOwnName() throws {
        let stranger = try #require(Self.other).publicKey
        let renamed = try EncryptionKey(
            rsaModulus: Base64URL.decode(try #require(stranger.jwk["n"]?.string)),
            exponent: [1, 0, 1],
            keyID: "enc-1"
        )
        let text = try renamed.encrypt([1], contentType: nil)
        #expect(throws: JWERefusal.undecryptable) { try keys.decrypt(text) }
    }

    /// An exchanged key stays, so that a message which is on its way still arrives.
    @Test func severalKeysAreFoundByTheirNames() throws {
        let other = try #require(Self.other)
        let both = try DecryptionKeys([key, other])
        for each in [key, other] {
            #expect(try both.decrypt(each.publicKey.encrypt([7], contentType: nil)).payload == [7])
        }
        let nameless = try DecryptionKey(pem: key.secretPEM).publicKey.encrypt([7], contentType: nil)
        #expect(throws: JWERefusal.unknownKey) { try both.decrypt(nameless) }
        #expect(try keys.decrypt(nameless).payload == [7])
        #expect(throws: JOSEKeyError.duplicateKeyID) { try DecryptionKeys([key, key]) }
    }

    @Test func aPublicKeyComesBackFromItsJWK() throws {
        let read = try EncryptionKey(jwk: .object(key.publicKey.jwk))
        #expect(read.keyID == "enc-1" && read.jwk == key.publicKey.jwk)
        #expect(try keys.decrypt(read.encrypt([9], contentType: nil)).payload == [9])
    }

    @Test(arguments: [
        ("use", "sig", JOSEKeyError.notForEncryption), ("kty", "EC", .unsupported(field: "kty")),
        ("alg", "RSA1_5", .unsupported(field: "alg")), ("d", "AQAB", .privateKey), ("kty", "oct", .privateKey),
        ("n", "AQAB", .invalid(field: "n")),
    ])
    func aKeyForSomethingElseIsRefused(_ member: String, _ value: String, _ error: JOSEKeyError) throws {
        var jwk = key.publicKey.jwk
        jwk[member] = .string(value)
        #expect(throws: error) { try EncryptionKey(jwk: .object(jwk)) }
        var without = key.publicKey.jwk
        without["use"] = nil
        #expect(throws: JOSEKeyError.notForEncryption) { try EncryptionKey(jwk: .object(without)) }
    }

    /// A key set may hold keys for both uses: signatures are verified by those for signatures alone.
    @Test func aKeyForEncryptionVerifiesNothing() throws {
        let set: JSONValue = ["keys": [.object(key.publicKey.jwk)]]
        #expect(try JWKSet(json: set).keys.isEmpty)
    }

    /// Lengths that no right message has: of the encrypted key, of its content, of vector and tag.
    @Test(arguments: ["key", "vector", "tag"])
    func aPartOfAnotherLengthIsRefused(_ part: String) throws {
        var parts = try key.publicKey.encrypt([1, 2, 3], contentType: nil).split(separator: ".").map(String.init)
        let index = try #require(["key": 1, "vector": 2, "tag": 4][part])
        let bytes = try Base64URL.decode(parts[index])
        for other in [Array(bytes.dropLast()), bytes + [0], bytes + bytes] {
            parts[index] = Base64URL.encode(other)
            #expect(throws: JWERefusal.undecryptable) { try keys.decrypt(parts.joined(separator: ".")) }
        }
    }

    /// A key of 16 or 33 bytes is none for A256GCM, though it is encrypted to this receiver.
    @Test(arguments: [16, 31, 33])
    func aContentKeyOfAnotherLengthIsRefused(_ count: Int) throws {
        var parts = try key.publicKey.encrypt([1, 2, 3], contentType: nil).split(separator: ".").map(String.init)
        let numbers = key.publicKey.jwk
        let receiver = try _RSA.Encryption.PublicKey(
            n: Base64URL.decode(try #require(numbers["n"]?.string)),
            e: Base64URL.decode(try #require(numbers["e"]?.string))
        )
        let short = try receiver.encrypt([UInt8](repeating: 7, count: count), padding: .PKCS1_OAEP)
        parts[1] = Base64URL.encode(Array(short))
        #expect(throws: JWERefusal.undecryptable) { try keys.decrypt(parts.joined(separator: ".")) }
    }

    /// Several faults at once: the first of the documented order is named.
    @Test func theFirstFaultIsNamed() throws {
        let all: [(String, JSONValue, JWERefusal)] = [
            ("crit", ["x"], .criticalHeader), ("zip", "DEF", .compressed), ("jku", "https://a.test", .foreignKey),
            ("alg", "dir", .unsupportedAlgorithm), ("kid", "other", .unknownKey), ("cty", "x", .undecryptable),
        ]
        for first in all.indices {
            var header: JSONObject = JSONObject()
            header["alg"] = "RSA-OAEP"
            header["enc"] = "A256GCM"
            header["kid"] = "enc-1"
            for (name, value, _) in all[first...] { header[name] = value }
            let parts = try key.publicKey.encrypt([1], contentType: nil).split(separator: ".").dropFirst()
            let text = ([Base64URL.encode(JSONValue.object(header).encoded())] + parts.map(String.init))
                .joined(separator: ".")
            #expect(throws: all[first].2) { try keys.decrypt(text) }
        }
    }

    @Test func theKeysForEncryptionOfASetAreFound() throws {
        let other = try #require(Self.other).publicKey
        let signing = try SigningKey.generate(.es256, keyID: "s").publicKey
        let set: JSONValue = [
            "keys": [.object(key.publicKey.jwk), .object(signing.jwk), .object(other.jwk)]
        ]
        #expect(try EncryptionKey.all(inSet: set).map(\.keyID) == ["enc-1", "enc-2"])
        var broken = other.jwk
        broken["n"] = "AQAB"
        let wrong: JSONValue = ["keys": [.object(broken)]]
        #expect(throws: JOSEKeyError.invalid(field: "n")) { try EncryptionKey.all(inSet: wrong) }
        #expect(throws: JOSEKeyError.missing(field: "keys")) { try EncryptionKey.all(inSet: [:]) }
    }

    @Test func theSecretIsNeverPrinted() {
        #expect("\(key)" == "<redacted>" && String(reflecting: key) == "<redacted>")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test(arguments: ["", "a.b.c.d", "a.b.c.d.e.f", "....", "e30.AA.AA.AA.AA", "e30=.AA.AA.AA.AA"])
    func whatIsNoMessageIsMalformed(_ text: String) {
        #expect(throws: JWERefusal.malformed) { try keys.decrypt(text) }
    }

    @Test func aLongHeaderAndALongMessageAreNotRead() throws {
        let header: JSONValue = [
            "alg": "RSA-OAEP", "enc": "A256GCM", "x": .string(String(repeating: "x", count: 2_048)),
        ]
        let long = "\(Base64URL.encode(header.encoded())).AA.AA.AA.AA"
        #expect(throws: WireError.limitExceeded(field: "header")) { try CompactJWE(parsing: long) }
        let longest = String(repeating: "A", count: CompactJWE.maximumLength + 1)
        #expect(throws: WireError.limitExceeded(field: "jwe")) { try CompactJWE(parsing: longest) }
    }

    private static let example = """
        eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCVJRgckCL9kiMT03JGe\
        ipsEdY3mx_etLbbWSrFr05kLzcSr4qKAq7YN7e9jwQRb23nfa6c9d-StnImGyFDbSv04uVuxIp5Zms1gNxKKK2Da14B8S4rzVRltdYwam_lDp5Xn\
        ZAYpQdb76FdIKLaVmqgfwX7XWRxv2322i-vDxRfqNzo_tETKzpVLzfiwQyeyPGLBIO56YJ7eObdv0je81860ppamavo35UgoRdbYaBcoh9QcfylQ\
        r66oc6vFWXRcZ_ZT2LawVCWTIy3brGPi6UklfCpIMfIjf7iGdXKHzg.48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9o\
        Mo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A.XFBoMYUZodetZdvTiFvSkQ
        """
    private static let modulus = """
        oahUIoWw0K0usKNuOR6H4wkf4oBUXHTxRvgb48E-BVvxkeDNjbC4he8rUWcJoZmds2h7M70imEVhRU5djINXtqllXI4DFqcI1DgjT9LewND8MW2K\
        rf3Spsk_ZkoFnilakGygTwpZ3uesH-PFABNIUYpOiN15dsQRkgr0vEhxN92i2asbOenSZeyaxziK72UwxrrKoExv6kc5twXTq4h-QChLOln0_mtU\
        ZwfsRaMStPs6mS6XrgxnxbWhojf663tuEQueGC-FCMfra36C9knDFGzKsNa7LZK2djYgyD3JR_MB_4NUJW_TqOQtwHYbxevoJArm-L5StowjzGy-\
        _bq6Gw
        """
    private static let exponent = """
        kLdtIj6GbDks_ApCSTYQtelcNttlKiOyPzMrXHeI-yk1F7-kpDxY4-WY5NWV5KntaEeXS1j82E375xxhWMHXyvjYecPT9fpwR_M9gV8n9Hrh2anT\
        pTD93Dt62ypW3yDsJzBnTnrYu1iwWRgBKrEYY46qAZIrA2xAwnm2X7uGR1hghkqDp0Vqj3kbSCz1XyfCs6_LehBwtxHIyh8Ripy40p24moOAbgxV\
        w3rxT_vlt3UVe4WO3JkJOzlpUf-KTVI2Ptgm-dARxTEtE-id-4OJr0h-K-VFs3VSndVTIznSxfyrj8ILL6MG_Uv8YAu7VILSB3lOW085-4qE3Dzg\
        rTjgyQ
        """
    private static let firstPrime = """
        1r52Xk46c-LsfB5P442p7atdPUrxQSy4mti_tZI3Mgf2EuFVbUoDBvaRQ-SWxkbkmoEzL7JXroSBjSrK3YIQgYdMgyAEPTPjXv_hI2_1eTSPVZfz\
        L0lffNn03IXqWF5MDFuoUYE0hzb2vhrlN_rKrbfDIwUbTrjjgieRbwC6Cl0
        """
    private static let secondPrime = """
        wLb35x7hmQWZsWJmB_vle87ihgZ19S8lBEROLIsZG4ayZVe9Hi9gDVCOBmUDdaDYVTSNx_8Fyw1YYa9XGrGnDew00J28cRUoeBB_jKI1oma0Orv1\
        T9aXIWxKwd4gvxFImOWr3QRL9KEBRzk2RatUBnmDZJTIAfwTs0g68UZHvtc
        """
}
