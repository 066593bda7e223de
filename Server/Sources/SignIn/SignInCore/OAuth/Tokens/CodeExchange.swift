import ChaveBase
import ChaveWire
import Hashing
import SignInModel

extension SignIn {
    /// The one answer for a code or a refresh token that does not count, whatever the reason.
    static let unusable = OAuthError(.invalidGrant, "It is unknown, used, expired or was given for something else.")

    /// Exchanges a code for tokens, once.
    ///
    /// A second use revokes all tokens of the first use (RFC 6749, section 4.1.2).
    func exchange(_ parameters: OAuthParameters, client: OIDCClient, key: String?) async throws -> TokenAnswer {
        let code = Digest(ofText: try parameters.required("code"))
        let signing = try await signingKey(client.idTokenAlgorithm, of: client.tenant)
        let answer: TokenAnswer? = try await records.changing {
            guard var loaded = try await records.find(AuthorizationCode.self, code.text, of: client.tenant),
                loaded.record.terms.client == client.id
            else { throw SignIn.unusable }
            if let grant = loaded.record.grant {
                var change = try await revocation(ofGrant: grant, tenant: client.tenant)
                note(.codeReused, client.tenant, loaded.record.terms.user, client: client.id, in: &change)
                return (change, nil)
            }
            try requireUsable(loaded.record, parameters)
            guard loaded.record.terms.proofKey == nil || loaded.record.terms.proofKey == key else {
                throw OAuthError(.invalidGrant, "The code is bound to another key.")
            }
            guard try await isActive(loaded.record.terms.user, of: client.tenant) else { throw SignIn.unusable }
            var change = RecordChange()
            // A commit that ends the session tells the clients that are noted by then.
            if let session = try await openSession(of: loaded.record.terms.user, client.tenant) {
                change.require(session)
            }
            let grant = newGrant(loaded.record.terms, tenant: client.tenant, refreshKey: client.isPublic ? key : nil)
            let minted = try mint(
                grant,
                scope: grant.scope,
                audience: try await audience(parameters.resources, within: grant),
                key: key,
                nonce: loaded.record.terms.nonce,
                claims: try await idTokenClaims(of: grant.user.id, by: grant.scope, client.tenant),
                givesRefresh: givesRefreshToken(client, grant),
                signing: signing
            )
            change.insert(grant)
            try await note(grant, in: &change)
            minted.write(to: &change)
            note(.tokensIssued, client.tenant, grant.user, client: client.id, in: &change)
            loaded.record.grant = grant.id
            loaded.record.keptUntil = grant.keptUntil
            change.replace(loaded)
            return (change, minted.answer)
        }
        guard let answer else { throw SignIn.unusable }
        return answer
    }

    private func requireUsable(_ code: AuthorizationCode, _ parameters: OAuthParameters) throws(OAuthError) {
        guard world.deadlineNow() < code.deadline else { throw SignIn.unusable }
        guard try parameters.required("redirect_uri").utf8.elementsEqual(code.terms.redirectURI.utf8) else {
            throw SignIn.unusable
        }
        switch (code.terms.codeChallenge, parameters["code_verifier"]) {
        case (nil, nil): break
        case (let challenge?, let verifier?):
            guard challenge.isMet(by: verifier) else {
                throw OAuthError(.invalidGrant, "The verifier is not that of the challenge.", field: "code_verifier")
            }
        case (_?, nil):
            throw OAuthError(.invalidGrant, "There was a challenge; the verifier is missing.", field: "code_verifier")
        case (nil, _?):
            // A client with a verifier began with a challenge: an attacker removed the challenge (RFC 9700, section
            // 4.8.2).
            throw OAuthError(.invalidGrant, "There was no challenge for this verifier.", field: "code_verifier")
        }
    }

    private func newGrant(_ terms: AuthorizationCode.Terms, tenant: TenantID, refreshKey: String?) -> Grant {
        let seconds = max(policy.refreshTokenSeconds, policy.accessTokenSeconds)
        return Grant(
            tenant: tenant,
            id: world.newSecret(),
            client: terms.client,
            user: terms.user,
            scope: terms.scope,
            resources: terms.resources,
            refreshKey: refreshKey,
            createdAt: world.now(),
            endsAt: world.now().adding(seconds: seconds),
            keptUntil: world.deadlineNow().adding(seconds: seconds)
        )
    }

    /// Whether the client gets a refresh token: it asked for one, or is an app on the device that signed.
    ///
    /// Such an app's token ends with the device.
    private func givesRefreshToken(_ client: OIDCClient, _ grant: Grant) -> Bool {
        grant.scope.contains(.offlineAccess) || (client.isPublic && grant.user.credential != nil)
    }

    /// The change that revokes all tokens of a grant; empty where the grant is already gone.
    func revocation(ofGrant id: String, tenant: TenantID) async throws(SignInFault) -> RecordChange {
        var change = RecordChange()
        if let grant = try await records.find(Grant.self, id, of: tenant) { change.remove(grant) }
        return change
    }
}
