import ChaveBase
import ChaveJOSE
import ChaveTransport
import ChaveWire
import Crypto

extension SignInTestServer {
    /// The lifetime of an access token, in seconds.
    private static let lifetime: Int64 = 300

    func token(_ fields: [String: String]) -> SignInTestAnswer {
        state.withLock { state in
            guard state.isPublicClient, fields["client_id"] == SignInTestServer.clientID else {
                return .refusal(401, "invalid_client")
            }
            switch fields["grant_type"] {
            case "authorization_code": return exchanged(fields, &state)
            case "refresh_token": return refreshed(fields, &state)
            default: return .refusal(400, "unsupported_grant_type")
            }
        }
    }

    /// Exchanges a code; a code is valid once, for a minute, and only with the verifier of its challenge.
    private func exchanged(_ fields: [String: String], _ state: inout SignInTestState) -> SignInTestAnswer {
        guard let grant = state.grants.removeValue(forKey: fields["code"] ?? ""), nowSeconds < grant.expires,
            grant.fields["redirect_uri"] == fields["redirect_uri"],
            let challenge = grant.fields["code_challenge"],
            challenge == SignInTestServer.challenge(of: fields["code_verifier"] ?? "")
        else { return .refusal(400, "invalid_grant") }
        let family = SignInTestState.Family(
            client: SignInTestServer.clientID,
            user: grant.user,
            credential: grant.credential,
            refreshToken: "test_rt_\(state.text(24))"
        )
        state.families.append(family)
        return tokens(of: family, nonce: grant.fields["nonce"], &state)
    }

    /// Refreshes tokens; a refresh token is valid once, and a second use ends its family.
    private func refreshed(_ fields: [String: String], _ state: inout SignInTestState) -> SignInTestAnswer {
        let sent = fields["refresh_token"] ?? ""
        guard let index = state.families.firstIndex(where: { $0.refreshToken == sent }) else {
            state.families.removeAll { $0.spent.contains(sent) }
            return .refusal(400, "invalid_grant")
        }
        state.families[index].spent.insert(sent)
        state.families[index].refreshToken = "test_rt_\(state.text(24))"
        return tokens(of: state.families[index], nonce: nil, &state)
    }

    private func tokens(
        of family: SignInTestState.Family,
        nonce: String?,
        _ state: inout SignInTestState
    ) -> SignInTestAnswer {
        let access = "test_at_\(state.text(24))"
        var claims = JSONObject()
        claims["iss"] = .string(SignInTestServer.issuer)
        claims["sub"] = .string(family.user)
        claims["aud"] = .string(family.client)
        claims["iat"] = JSONValue(nowSeconds)
        claims["exp"] = JSONValue(nowSeconds + SignInTestServer.lifetime)
        claims["nonce"] = nonce.map(JSONValue.string)
        claims["at_hash"] = .string(LeftHalfHash.sha256(access))
        guard let idToken = try? state.signingKey.sign(JSONValue.object(claims).encoded(), type: "JWT") else {
            return .refusal(500, "server_error")
        }
        return SignInTestAnswer(
            200,
            [
                "access_token": .string(access), "token_type": "Bearer",
                "expires_in": JSONValue(SignInTestServer.lifetime),
                "id_token": .string(idToken), "refresh_token": .string(family.refreshToken),
            ]
        )
    }

    /// Revokes a token; RFC 7009 treats an unknown token as already revoked.
    func revoke(_ fields: [String: String]) -> SignInTestAnswer {
        let sent = fields["token"] ?? ""
        state.withLock { state in
            state.families.removeAll { $0.refreshToken == sent || $0.spent.contains(sent) }
        }
        return SignInTestAnswer(200, [:])
    }

    private static func challenge(of verifier: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
    }
}
