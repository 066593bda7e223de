import ChaveBase
import ChaveJOSE
import ChaveWire

@testable import SignInCore

extension OAuthRig {
    static let tokenAddress = "https://chave.example/t/sandbox/v2/token"

    /// A DPoP proof for the token endpoint, unless its claims are changed.
    func possession(
        by key: SigningKey,
        _ changes: [String: JSONValue?] = [:],
        header extra: [String: JSONValue?] = [:]
    ) throws -> String {
        var claims: [String: JSONValue] = [
            "jti": .string(signIn.world.newSecret()), "htm": "POST", "htu": .string(Self.tokenAddress),
            "iat": JSONValue(world.now.seconds),
        ]
        for (name, value) in changes { claims[name] = value }
        var members: [String: JSONValue] = [
            "typ": "dpop+jwt", "alg": "ES256", "jwk": .object(key.named(nil).publicKey.jwk),
        ]
        for (name, value) in extra { members[name] = value }
        var (header, payload) = (JSONObject(), JSONObject())
        for (name, value) in members { header[name] = value }
        for (name, value) in claims { payload[name] = value }
        let input = CompactJWS.signingInput(header: header, payload: JSONValue.object(payload).encoded())
        return CompactJWS.assemble(signingInput: input, signature: try key.signature(over: input))
    }
}
