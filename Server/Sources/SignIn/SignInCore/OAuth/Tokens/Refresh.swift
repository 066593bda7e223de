import ChaveBase
import ChaveWire
import Hashing
import SignInModel

extension SignIn {
    /// Makes new tokens for a refresh token, and spends that token (RFC 9700, section 4.14.2).
    ///
    /// A spent token that comes again ends the whole family. A lost answer is repeated only where a key or the client's
    /// secret proves the caller. The repetition is possible for half a minute after the use, while the next token is
    /// unused.
    func refresh(_ parameters: OAuthParameters, client: OIDCClient, key: String?) async throws -> TokenAnswer {
        let text = try parameters.required("refresh_token")
        let digest = Digest(ofText: text)
        let signing = try await signingKey(client.idTokenAlgorithm, of: client.tenant)
        let answer: TokenAnswer? = try await records.changing {
            guard let token = try await records.find(RefreshToken.self, digest.text, of: client.tenant)?.record,
                let grant = try await records.find(Grant.self, token.grant, of: client.tenant),
                grant.record.client == client.id, world.now() < grant.record.endsAt
            else { throw SignIn.unusable }
            if let bound = grant.record.refreshKey, bound != key {
                // A token without its key is useless, so a caller without the key must not end the family either.
                throw OAuthError(.invalidGrant, "The refresh token is bound to another key.")
            }
            guard try await isActive(grant.record.user, of: client.tenant) else { throw SignIn.unusable }
            guard token.generation == grant.record.generation else {
                return try await secondUse(of: token, text, grant: grant, parameters, client: client, key: key)
            }
            let asked = try await asked(parameters, within: grant.record)
            return try await rotation(of: token, text, grant: grant, asked, key: key, signing: signing)
        }
        guard let answer else { throw SignIn.unusable }
        return answer
    }

    /// The scope and the audience that a refresh asks for.
    private struct Asked {
        var scope: Scope
        var audience: [String]
    }

    private func asked(_ parameters: OAuthParameters, within grant: Grant) async throws -> Asked {
        Asked(
            scope: try SignIn.scope(parameters["scope"], within: grant),
            audience: try await audience(parameters.resources, within: grant)
        )
    }

    /// A part of the granted scope (RFC 6749, section 6); an unknown scope was never granted.
    private static func scope(_ text: String?, within grant: Grant) throws(OAuthError) -> Scope {
        guard let text else { return grant.scope }
        let scope = Scope(granted: text)
        guard !scope.isEmpty, scope.isSubset(of: grant.scope) else {
            throw OAuthError(.invalidScope, "More is asked for than was granted.", field: "scope")
        }
        return scope
    }

    /// Ends the family, unless the same key repeats the last refresh within its repeat time.
    ///
    /// A repetition for the same scope and audience gets the same answer. One for others is refused, and the family
    /// stays.
    private func secondUse(
        of token: RefreshToken,
        _ text: String,
        grant: Loaded<Grant>,
        _ parameters: OAuthParameters,
        client: OIDCClient,
        key: String?
    ) async throws -> (RecordChange, TokenAnswer?) {
        let isProven = !client.isPublic || grant.record.refreshKey != nil
        if isProven, token.generation == grant.record.generation - 1,
            let kept = try await records.find(RefreshAnswer.self, token.digest.text, of: token.tenant)?.record,
            world.deadlineNow() < kept.deadline, kept.key == key
        {
            let asked = try await asked(parameters, within: grant.record)
            guard kept.scope == asked.scope, kept.audience == asked.audience else {
                throw OAuthError(.invalidGrant, "The first use asked for something else; repeat it as it was.")
            }
            return (RecordChange(), try kept.answer(toToken: text))
        }
        var change = RecordChange()
        change.remove(grant)
        note(.refreshTokenReused, token.tenant, grant.record.user, client: client.id, in: &change)
        return (change, nil)
    }

    private func rotation(
        of token: RefreshToken,
        _ text: String,
        grant: Loaded<Grant>,
        _ asked: Asked,
        key: String?,
        signing: SigningKeyRecord
    ) async throws -> (RecordChange, TokenAnswer?) {
        var grant = grant
        grant.record.generation += 1
        let minted = try mint(
            grant.record,
            scope: asked.scope,
            audience: asked.audience,
            key: key,
            nonce: nil,
            claims: try await idTokenClaims(of: grant.record.user.id, by: asked.scope, token.tenant),
            givesRefresh: true,
            signing: signing
        )
        var change = RecordChange()
        change.replace(grant)
        minted.write(to: &change)
        note(.tokensRefreshed, token.tenant, grant.record.user, client: grant.record.client, in: &change)
        change.insert(
            try RefreshAnswer(
                minted.answer,
                toToken: text,
                of: token.tenant,
                scope: asked.scope,
                audience: asked.audience,
                key: key,
                deadline: world.deadlineNow().adding(seconds: policy.refreshRepeatSeconds),
                nonce: world.randomBytes(12)
            )
        )
        return (change, minted.answer)
    }
}
