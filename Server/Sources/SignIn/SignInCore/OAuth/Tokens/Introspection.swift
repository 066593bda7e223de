import ChaveBase
public import ChaveWire
import Hashing
public import SignInModel

extension SignIn {
    /// Answers `/v2/introspect` (RFC 7662) for confidential clients of the tenant.
    ///
    /// The answer is `{"active": false}` for every token that does not count. Such a token is unknown, expired,
    /// revoked, of another tenant, or of a person or device that no longer counts. Only its own client learns about a
    /// refresh token. Only its own client and its resource server learn about an access token (section 4; RFC 9700,
    /// section 2.3).
    public func introspect(
        _ parameters: OAuthParameters,
        authorization: String?,
        tenant: TenantID?
    ) async throws -> JSONObject {
        let client = try await authenticatedClient(parameters, authorization: authorization, tenant: tenant)
        guard !client.isPublic else { throw ClientAuthentication.refusal }
        let text = try parameters.required("token")
        if let live = try await liveToken(text), try await mayBeTold(client, of: live) {
            var answer = active(live.grant, scope: live.token.scope)
            answer["aud"] = SignIn.audienceClaim(live.token.audience)
            answer.set("token_type", live.token.key == nil ? "Bearer" : "DPoP")
            answer.set("iat", live.token.issuedAt.seconds)
            answer.set("exp", live.token.endsAt.seconds)
            if let key = live.token.key { answer["cnf"] = ["jkt": .string(key)] }
            return answer
        }
        if let (token, grant) = try await liveRefreshToken(text, of: client) {
            var answer = active(grant, scope: grant.scope)
            answer.set("iat", token.issuedAt.seconds)
            answer.set("exp", grant.endsAt.seconds)
            return answer
        }
        var answer = JSONObject()
        answer["active"] = false
        return answer
    }

    /// The audience as a claim: one as a text, several as a list (RFC 7519, section 4.1.3).
    private static func audienceClaim(_ audience: [String]) -> JSONValue {
        audience.count == 1 ? .string(audience[0]) : .array(audience.map(JSONValue.string))
    }

    private func active(_ grant: Grant, scope: Scope) -> JSONObject {
        var answer = JSONObject()
        answer["active"] = true
        answer.set("iss", policy.issuer(of: grant.tenant))
        answer.set("sub", grant.user.id)
        answer.set("client_id", grant.client)
        answer.set("scope", scope.text)
        return answer
    }

    private func liveRefreshToken(
        _ text: String,
        of client: OIDCClient
    ) async throws(SignInFault) -> (RefreshToken, Grant)? {
        let id = Digest(ofText: text).text
        guard let token = try await records.find(RefreshToken.self, id, of: client.tenant)?.record,
            let grant = try await records.find(Grant.self, token.grant, of: client.tenant)?.record,
            grant.client == client.id, grant.generation == token.generation, world.now() < grant.endsAt,
            try await isActive(grant.user, of: client.tenant)
        else { return nil }
        return (token, grant)
    }
}
