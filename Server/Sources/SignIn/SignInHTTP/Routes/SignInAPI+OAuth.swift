import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The endpoints of OAuth and OpenID Connect without the one that has pages; they ignore unknown parameters.
    var oauthRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v2/authorize-challenge", body: .form, proof: .client) { [signIn] context in
                .json(try await signIn.authorizeChallenge(context.form, tenant: context.tenant).json)
            }.extensible().described(
                "authorizeChallenge",
                "Gives a code for the proof of a key, by two calls.",
                form: .challengeForm,
                .challengeAnswer
            ),
            SignInRoute("POST", "/v2/token", body: .form, proof: .client) { [signIn] context in
                let headers = context.tokenHeaders
                return .json(try await signIn.token(context.form, headers: headers, tenant: context.tenant).json)
            }.shared(with: .clients).extensible().unkept().described(
                "getTokens",
                "Gives tokens.",
                form: .tokenForm,
                .tokens
            ),
            SignInRoute("POST", "/v2/revoke", body: .form, proof: .client) { [signIn] context in
                let authorization = context.tokenHeaders.authorization
                try await signIn.revoke(context.form, authorization: authorization, tenant: context.tenant)
                return ServerAnswer(status: 200)
            }.shared(with: .clients).extensible().described(
                "revokeToken",
                "Takes a token back.",
                form: .aboutTokenForm
            ),
            SignInRoute("POST", "/v2/introspect", body: .form, proof: .client, as: .read) { [signIn] context in
                let authorization = context.tokenHeaders.authorization
                return .object(
                    try await signIn.introspect(context.form, authorization: authorization, tenant: context.tenant)
                )
            }.extensible().described(
                "introspectToken",
                "Says whether a token counts.",
                form: .aboutTokenForm,
                .introspection
            ),
            SignInRoute("POST", "/v2/par", body: .form, proof: .client) { [signIn] context in
                let headers = context.tokenHeaders
                let pushed = try await signIn.pushRequest(
                    context.form,
                    authorization: headers.authorization,
                    proofs: headers.proofs,
                    tenant: context.tenant
                )
                return .object(pushed, status: 201)
            }.shared(with: .clients).extensible().described(
                "pushRequest",
                "Keeps a request for a minute.",
                form: .pushForm,
                answers: 201,
                .pushed
            ),
            SignInRoute("GET", "/v2/userinfo", proof: .accessToken, userInformation).shared(with: .clients).extensible()
                .described("getUserInformation", "Says who signed in.", .userInformation),
            SignInRoute(
                "POST",
                "/v2/userinfo",
                body: .formIfAny,
                proof: .accessToken,
                as: .read,
                userInformation
            ).shared(with: .clients).extensible()
                .described("postUserInformation", "Says who signed in.", form: .bearerForm, .userInformation),
        ]
    }

    private var userInformation: SignInRoute.Handler {
        { [signIn] context in
            let (headers, method) = (try context.presentedHeaders(), context.request.sentMethod)
            return .object(try await signIn.userInformation(headers, method: method, tenant: context.tenant))
        }
    }
}

extension SignInContext {
    /// The headers of a token request; two `Authorization` headers count as none.
    fileprivate var tokenHeaders: TokenRequestHeaders {
        TokenRequestHeaders(
            authorization: request.header("authorization"),
            proofs: request.headers.filter { $0.name == "dpop" }.map(\.value)
        )
    }

    /// The headers of a request whose bearer token may be in the form instead (RFC 6750, section 2.2).
    ///
    /// - Throws: `invalid_request` where header and form both have a token: a client sends its token in one way
    ///   (section 2).
    fileprivate func presentedHeaders() throws(OAuthError) -> TokenRequestHeaders {
        var headers = tokenHeaders
        guard let token = form["access_token"] else { return headers }
        guard request.list("authorization") == nil else {
            throw OAuthError(
                .invalidRequest,
                "The access token stands in the header and in the form; send it once.",
                field: "access_token"
            )
        }
        headers.authorization = "Bearer \(token)"
        return headers
    }
}
