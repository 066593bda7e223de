public import ChaveWire

/// What the second call of `/v2/authorize-challenge` is answered.
public struct ChallengeAnswer: Hashable, Sendable {
    public var authorizationCode: String
    public var issuer: String
    public var state: String?
    /// Whose credential signed.
    public var signer: ProofSigner

    /// The body; `chain` is for whoever renewed the certificate.
    public func json(chain: [String]? = nil) -> JSONValue {
        var object = JSONObject()
        object["authorization_code"] = .string(authorizationCode)
        object["iss"] = .string(issuer)
        object["state"] = state.map(JSONValue.string)
        object["chain"] = chain.map { .array($0.map(JSONValue.string)) }
        return .object(object)
    }
}

extension SignIn {
    private static let challengePath = "/v2/authorize-challenge"

    /// `/v2/authorize-challenge`, both calls (draft-ietf-oauth-first-party-apps).
    ///
    /// `tenant` is that of the path, `nil` for the path without one; the proof's audience is that address. The first call
    /// always throws: `insufficient_authorization` with the challenge.
    public func authorizeChallenge(
        _ parameters: OAuthParameters,
        tenant: TenantID?,
        resolving: any CredentialResolving
    ) async throws -> ChallengeAnswer {
        let client = try await registeredClient(try parameters.required("client_id"), tenant: tenant)
        guard let session = parameters["auth_session"] else {
            throw try await beginSignIn(parameters, client: client)
        }
        let challenge = try await spendChallenge(session, .signIn, client: client)
        let assertion = try parameters.required("assertion")
        let signer = try await signer(
            proving: assertion,
            of: challenge,
            session: session,
            audience: address(SignIn.challengePath, tenant: tenant),
            resolving: resolving
        )
        guard let asked = challenge.asked else { throw SignInFault.damaged(kind: SignInChallenge.kind) }
        let code = try await issueCode(
            AuthorizationCode.Terms(
                client: client.id,
                redirectURI: asked.redirectURI,
                scope: asked.scope,
                nonce: asked.nonce,
                codeChallenge: asked.codeChallenge,
                user: SignedInUser(
                    id: signer.user,
                    credential: signer.credential,
                    authenticatedAt: world.now(),
                    methods: ["pop", "user"]
                )
            ),
            tenant: client.tenant
        )
        return ChallengeAnswer(
            authorizationCode: code,
            issuer: policy.issuer(of: client.tenant),
            state: asked.state,
            signer: signer
        )
    }

    private func beginSignIn(_ parameters: OAuthParameters, client: OIDCClient) async throws -> OAuthError {
        let redirectURI = try SignIn.registeredRedirect(parameters, of: client)
        let request = try AuthorizationRequest(parameters, client: client, redirectURI: redirectURI)
        let asked = SignInChallenge.Asked(
            redirectURI: request.redirectURI,
            scope: request.scope,
            scopeText: request.scopeText,
            state: request.state,
            nonce: request.nonce,
            codeChallenge: request.codeChallenge
        )
        return try await beginChallenge(.signIn, client: client, asked: asked)
    }
}
