import ChaveBase
import ChaveJOSE
import ChaveWire
import Hashing
import SignInModel

/// Tokens that are made but not stored yet.
struct MintedTokens {
    var answer: TokenAnswer
    var access: AccessToken
    var refresh: RefreshToken?

    func write(to change: inout RecordChange) {
        change.insert(access)
        if let refresh { change.insert(refresh) }
    }
}

extension SignIn {
    func mint(
        _ grant: Grant,
        scope: Scope,
        audience: [String],
        key: String?,
        nonce: String?,
        claims: JSONObject,
        givesRefresh: Bool,
        signing: SigningKeyRecord
    ) throws(SignInFault) -> MintedTokens {
        let access = AccessToken.prefix + world.newSecret()
        let refresh = givesRefresh ? RefreshToken.prefix + world.newSecret() : nil
        let (now, seconds) = (world.now(), policy.accessTokenSeconds)
        let answer = TokenAnswer(
            accessToken: access,
            tokenType: key == nil ? "Bearer" : "DPoP",
            expiresIn: seconds,
            scope: scope.text,
            refreshToken: refresh,
            idToken: scope.contains(.openID)
                ? try idToken(grant, access, nonce: nonce, claims: claims, signing: signing) : nil
        )
        return MintedTokens(
            answer: answer,
            access: AccessToken(
                tenant: grant.tenant,
                digest: Digest(ofText: access),
                grant: grant.id,
                scope: scope,
                audience: audience,
                key: key,
                issuedAt: now,
                endsAt: now.adding(seconds: seconds),
                keptUntil: world.deadlineNow().adding(seconds: seconds)
            ),
            refresh: refresh.map { text in
                RefreshToken(
                    tenant: grant.tenant,
                    digest: Digest(ofText: text),
                    grant: grant.id,
                    generation: grant.generation,
                    issuedAt: now,
                    keptUntil: grant.keptUntil
                )
            }
        )
    }

    /// The ID token by OpenID Connect Core 1.0, sections 2 and 3.1.3.6; after a refresh it has no nonce (section 12.2).
    private func idToken(
        _ grant: Grant,
        _ access: String,
        nonce: String?,
        claims custom: JSONObject,
        signing: SigningKeyRecord
    ) throws(SignInFault) -> String {
        let now = world.now().seconds
        // The following claims replace any tenant claim of the same name.
        var claims = custom
        claims.set("iss", policy.issuer(of: grant.tenant))
        claims.set("sub", grant.user.id)
        claims.set("aud", grant.client)
        claims.set("exp", now + policy.accessTokenSeconds)
        claims.set("iat", now)
        claims.set("auth_time", grant.user.authenticatedAt.seconds)
        claims.set("nonce", nonce)
        claims.set("at_hash", LeftHalfHash.sha256(access))
        claims.set("amr", grant.user.methods)
        claims.set("acr", "phr")
        claims.set("sid", grant.user.session)
        do {
            return try signing.key.sign(JSONValue.object(claims).encoded(), type: "JWT")
        } catch {
            throw .signing(underlying: error)
        }
    }
}
