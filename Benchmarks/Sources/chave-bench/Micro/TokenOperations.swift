import ChaveJOSE
import ChaveWire

/// The check of an access token that is new to the server; the server recognises a known token by its digest.
func tokenOperations() throws -> [Operation] {
    let base = "https://pay.example"
    let now: Int64 = 1_800_000_000
    let key = try SigningKey(p256: [UInt8](1...32), keyID: "bench")
    let keys = try JWKSet([key.publicKey])
    let claims: JSONValue = [
        "iss": .string(base), "aud": .string(base), "sub": "01a20737-3e40-74b8-ba42-d170b11d97db",
        "iat": JSONValue(now), "exp": JSONValue(now + 900), "jti": "Mm23uA19g32vsXZZAxJ48Q",
        "token_type": "access", "scopes": ["read_institutions", "write_enrollments", "write_payment_intents"],
        "family": "ic8aX7KIEikd1brjdjJMuw", "key": "01a20737-3e4a-7bf3-8616-671e6e789632",
    ]
    let token = try key.sign(claims.encoded(), type: "at+jwt")
    let expectation = JWTExpectation(type: "at+jwt", issuer: base, audience: base, leewaySeconds: 0)
    return [
        Operation("token/verify") { _ = try keys.verify(token, expecting: expectation, now: now) },
        Operation("token/sign") { _ = try key.sign(claims.encoded(), type: "at+jwt") },
    ]
}
