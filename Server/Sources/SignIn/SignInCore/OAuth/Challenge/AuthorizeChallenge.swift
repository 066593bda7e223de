public import ChaveBase
public import ChaveWire
public import SignInModel

/// The answer to the second call of `/v2/authorize-challenge`.
public struct ChallengeAnswer: Hashable, Sendable, Redacted {
    public var authorizationCode: String
    public var issuer: String
    public var state: String?
    /// The device's certificates from now on, as PEM; `nil` where the device already has them.
    public var chain: [String]?

    /// The answer's body.
    public var json: JSONValue {
        var object = JSONObject()
        object.set("authorization_code", authorizationCode)
        object.set("iss", issuer)
        object.set("state", state)
        if let chain { object.set("chain", chain) }
        return .object(object)
    }
}

extension SignIn {
    private static let challengePath = "/v2/authorize-challenge"

    /// Answers both calls of `/v2/authorize-challenge` (draft-ietf-oauth-first-party-apps).
    ///
    /// `tenant` is the tenant in the path, `nil` for the path without one; the proof's audience is that address. The
    /// first call always throws `insufficient_authorization` with the challenge. The second call renews a certificate
    /// that is about to expire.
    public func authorizeChallenge(_ parameters: OAuthParameters, tenant: TenantID?) async throws -> ChallengeAnswer {
        let client = try await registeredClient(try parameters.required("client_id"), tenant: tenant)
        guard let session = parameters["auth_session"] else {
            throw try await beginSignIn(parameters, client: client)
        }
        let challenge = try await spendChallenge(session, .signIn, client: client)
        let holder = try await holder(
            proving: try parameters.required("assertion"),
            of: challenge,
            session: session,
            audience: address(SignIn.challengePath, tenant: tenant)
        )
        guard let asked = challenge.asked else { throw SignInFault.damaged(kind: SignInChallenge.kind) }
        guard asked.hintedUser == nil || asked.hintedUser == holder.user.record.id else {
            let (user, credential) = (holder.user.record.id, holder.credential.record.id)
            try await noteFailure(.anotherPerson, client.tenant, user: user, client: client.id, credential: credential)
            throw OAuthError(.loginRequired, "The hint names another person than this credential's.", status: 403)
        }
        let chain = try await renewal(of: holder)
        let user = signedIn(holder)
        var change = RecordChange()
        note(.signedInByDevice, client.tenant, user, client: client.id, in: &change)
        let code = try await issueCode(
            AuthorizationCode.Terms(asked, client: client, user: user),
            tenant: client.tenant,
            with: change
        )
        return ChallengeAnswer(
            authorizationCode: code,
            issuer: policy.issuer(of: client.tenant),
            state: asked.state,
            chain: chain
        )
    }

    private func beginSignIn(_ parameters: OAuthParameters, client: OIDCClient) async throws -> OAuthError {
        let redirectURI = try SignIn.registeredRedirect(parameters, of: client)
        let request = try AuthorizationRequest(
            parameters,
            client: client,
            redirectURI: redirectURI,
            looked: try await lookedUp(parameters, client: client)
        )
        let asked = SignInChallenge.Asked(
            redirectURI: request.redirectURI,
            scope: request.scope,
            scopeText: request.scopeText,
            state: request.state,
            nonce: request.nonce,
            codeChallenge: request.codeChallenge,
            proofKey: request.proofKey,
            hintedUser: request.hintedUser,
            resources: request.resources
        )
        return try await beginChallenge(.signIn, client: client, asked: asked)
    }

    /// The person whose device has just proven its key.
    func signedIn(_ holder: CredentialHolder) -> SignedInUser {
        SignedInUser(
            id: holder.user.record.id,
            credential: holder.credential.record.id,
            authenticatedAt: world.now(),
            methods: ["pop", "user"]
        )
    }
}

extension AuthorizationCode.Terms {
    fileprivate init(_ asked: SignInChallenge.Asked, client: OIDCClient, user: SignedInUser) {
        self.init(
            client: client.id,
            redirectURI: asked.redirectURI,
            scope: asked.scope,
            nonce: asked.nonce,
            codeChallenge: asked.codeChallenge,
            proofKey: asked.proofKey,
            resources: asked.resources,
            user: user
        )
    }
}
