import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import Hashing
import SignInCore

/// Proofs of possession as apps make them (RFC 9449, section 4.2).
enum DPoPText {
    static func proof(
        _ method: String,
        _ address: String,
        by key: SigningKey,
        at now: Timestamp,
        id: String,
        token: String? = nil
    ) throws -> String {
        var header = JSONObject()
        header["alg"] = "ES256"
        header["typ"] = "dpop+jwt"
        header["jwk"] = .object(key.publicKey.jwk)
        var claims = JSONObject()
        claims["htm"] = .string(method)
        claims["htu"] = .string(address)
        claims["iat"] = JSONValue(now.seconds)
        claims["jti"] = .string(id)
        claims["ath"] = token.map { .string(Digest(ofText: $0).text) }
        let input = CompactJWS.signingInput(header: header, payload: JSONValue.object(claims).encoded())
        return CompactJWS.assemble(signingInput: input, signature: try key.signature(over: input))
    }
}
