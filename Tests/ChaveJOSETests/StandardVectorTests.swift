import ChaveBase
import ChaveJOSE
import ChaveWire
import Testing

/// What the standards print, and what holds because of their printed keys.
@Suite struct StandardVectorTests {
    /// RFC 7515, appendix A.3.
    static let es256Token = """
        eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cn\
        VlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
        """
    static let es256Key: JSONValue = [
        "kty": "EC", "crv": "P-256",
        "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]

    /// RFC 7515, appendix A.2.
    static let rs256Token = """
        eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cn\
        VlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9\
        CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO\
        --xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_I\
        oypGlUPQGe77Rw
        """
    static let rs256Key: JSONValue = [
        "kty": "RSA", "alg": "RS256", "e": "AQAB",
        "n": """
        ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pC\
        gNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg6\
        65xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRW\
        yuXpoQ
        """,
    ]

    /// RFC 8037, appendix A.4.
    static let edDSAToken = """
        eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki\
        4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
        """
    static let edDSAKey: JSONValue = [
        "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    ]

    @Test func theECDSAExampleOfTheStandardVerifies() throws {
        let jws = try VerificationKey(jwk: Self.es256Key).verify(Self.es256Token)
        #expect(try JSONValue(parsing: jws.payload)["iss"] == "joe")
        #expect(JSONValue.object(jws.header).text == #"{"alg":"ES256"}"#)
    }

    @Test func theRSAExampleOfTheStandardVerifiesAsRS256AndNotAsPS256() throws {
        let jws = try VerificationKey(jwk: Self.rs256Key).verify(Self.rs256Token)
        #expect(try JSONValue(parsing: jws.payload)["iss"] == "joe")
        var unnamed = try #require(Self.rs256Key.object)
        unnamed["alg"] = nil
        let key = try VerificationKey(jwk: .object(unnamed))
        #expect(key.algorithm == .ps256)
        #expect(throws: JWSRefusal.algorithmMismatch) { try key.verify(Self.rs256Token) }
    }

    @Test func theStandardsPrivateECDSAKeyIsTheOtherHalfOfItsPublicOne() throws {
        let scalar = try Base64URL.decode("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")
        let key = try SigningKey(p256: scalar)
        #expect(try key.publicKey == VerificationKey(jwk: Self.es256Key))
        #expect(key.secretBytes == scalar)
    }

    @Test func theEdDSAExampleIsMadeByteForByte() throws {
        let seed = try Base64URL.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A")
        let key = try SigningKey(ed25519: seed)
        #expect(try key.publicKey == VerificationKey(jwk: Self.edDSAKey))
        #expect(try key.sign(Array("Example of Ed25519 signing".utf8), type: nil) == Self.edDSAToken)
        #expect(throws: Never.self) { try key.publicKey.verify(Self.edDSAToken) }
    }

    /// RFC 8037, appendix A.3, and RFC 7638, section 3.1.
    @Test func thumbprintsAreThoseOfTheStandards() throws {
        #expect(try VerificationKey(jwk: Self.edDSAKey).thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        let rsa: JSONValue = [
            "kty": "RSA", "e": "AQAB", "kid": "2011-04-29",
            "n": """
            0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjh\
            Mstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5\
            hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw
            """,
        ]
        #expect(try VerificationKey(jwk: rsa).thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    /// OpenID Connect Core 1.0, appendix A.3 and A.4: the code and the hash that its ID token carries.
    @Test func theHashOfACodeIsThatOfTheStandard() {
        let code = "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk"
        #expect(LeftHalfHash.sha256(code) == "LDktKdoQak3Pk0cnXxCltA")
        #expect(LeftHalfHash.isSHA256("LDktKdoQak3Pk0cnXxCltA", of: code))
        #expect(!LeftHalfHash.isSHA256("LDktKdoQak3Pk0cnXxCltA", of: code + "x"))
    }

    @Test func everyChangedByteOfATokenIsRefused() throws {
        let keys = try JWKSet([VerificationKey(jwk: Self.es256Key)])
        let token = Array(Self.es256Token.utf8)
        for index in token.indices {
            for bit in [UInt8(0x01), 0x20, 0x80] {
                var changed = token
                changed[index] ^= bit
                let text = String(decoding: changed, as: UTF8.self)
                #expect(throws: JWSRefusal.self, "byte \(index)") { try keys.verify(text) }
            }
        }
    }

    @Test func everyTruncationOfATokenIsRefused() throws {
        let keys = try JWKSet([VerificationKey(jwk: Self.es256Key)])
        for length in 0..<Self.es256Token.utf8.count {
            let text = String(Self.es256Token.prefix(length))
            #expect(throws: JWSRefusal.self) { try keys.verify(text) }
        }
        #expect(throws: JWSRefusal.malformed) { try keys.verify(Self.es256Token + "=") }
        #expect(throws: JWSRefusal.malformed) { try keys.verify(Self.es256Token + ".") }
    }
}
