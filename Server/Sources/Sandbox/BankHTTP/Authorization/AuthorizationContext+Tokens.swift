import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import HTTPKernel
import InstitutionPort
import OpenFinanceCertificates
import OpenFinanceWire
import SandboxBank

extension AuthorizationContext {
    /// POST /token (RFC 6749, section 5; FAPI-BR 2.1.0).
    func token() async throws -> ServerAnswer {
        let form = try form()
        let client = try await ClientAssertion.prove(form, self)
        if let grant = form["grant_type"], RegistrationRequest.grants.contains(grant),
            !client.registered.texts("grant_types").contains(grant)
        {
            throw OAuthRefusal("unauthorized_client", "The client is not registered for this grant_type.")
        }
        switch form["grant_type"] {
        case "client_credentials": return try credentials(form, client)
        case "authorization_code": return try await exchange(form, client)
        case "refresh_token": return try await refresh(form, client)
        case nil: throw OAuthRefusal.invalidRequest("Send grant_type.")
        default:
            throw OAuthRefusal(
                "unsupported_grant_type",
                "Send client_credentials, authorization_code or refresh_token as grant_type."
            )
        }
    }

    private func credentials(_ form: QueryParameters, _ client: ProvenClient) throws -> ServerAnswer {
        let scopes = (form["scope"] ?? "").split(separator: " ").map(String.init)
        guard !scopes.isEmpty, Set(scopes).count == scopes.count else {
            throw OAuthRefusal("invalid_scope", "Send payments as scope, with nrp-consents where it is needed.")
        }
        guard scopes.allSatisfy(client.registered.scopes.contains) else {
            throw OAuthRefusal("invalid_scope", "The client is registered for other scopes.")
        }
        let token = wire.bank.accessToken(ofClient: client.atDesk, scope: scopes.joined(separator: " "))
        return .json([
            "access_token": .string(token.text),
            "token_type": "Bearer",
            "expires_in": JSONValue(token.lifeSeconds),
            "scope": .string(scopes.joined(separator: " ")),
        ])
    }

    private func exchange(_ form: QueryParameters, _ client: ProvenClient) async throws -> ServerAnswer {
        let message = CodeExchange(
            code: try form.text("code"),
            redirectURI: try form.text("redirect_uri"),
            codeVerifier: try form.text("code_verifier"),
            clientID: client.registered.id
        )
        // Before the desk: a code counts once, also where the client's key cannot be had.
        let seal = try await wire.seal(for: client.registered)
        let outcome = await desk(.exchangeCode, client, body: message.bytes)
        var answer = try TokenAnswer(bytes: outcome.bytes(refusing: "invalid_grant"))
        if let token = answer.idToken { answer.idToken = try seal(token) }
        return .json(json(answer))
    }

    private func refresh(_ form: QueryParameters, _ client: ProvenClient) async throws -> ServerAnswer {
        let message = TokenRefresh(refreshToken: try form.text("refresh_token"), clientID: client.registered.id)
        let outcome = await desk(.refreshToken, client, body: message.bytes)
        return .json(json(try TokenAnswer(bytes: outcome.bytes(refusing: "invalid_grant"))))
    }

    /// An answer with its scopes, which need not be those that were asked for (RFC 6749, section 5.1).
    private func json(_ answer: TokenAnswer) -> JSONValue {
        guard var object = answer.json.object, let holder = wire.bank.holder(ofAccessToken: answer.accessToken) else {
            return answer.json
        }
        object["scope"] = .string(holder.scope)
        return .object(object)
    }

    /// POST /revocation (RFC 7009): only refresh tokens are kept, so only they can be taken back.
    func revocation() async throws -> ServerAnswer {
        let form = try form()
        let client = try await ClientAssertion.prove(form, self)
        let token = try form.text("token")
        guard wire.bank.holder(ofAccessToken: token) == nil else {
            throw OAuthRefusal("unsupported_token_type", "Access tokens end by themselves within 15 minutes.")
        }
        try await wire.bank.revoke(refreshToken: token, of: client.atDesk, at: institution.id)
        return ServerAnswer(status: 200)
    }

    /// GET /userinfo (OpenID Connect Core 1.0, section 5.3).
    func userInfo() async throws -> ServerAnswer {
        let certificate = try caller
        guard let token = request.bearer, let holder = wire.bank.holder(ofAccessToken: token),
            holder.certificate == certificate.thumbprint, let enrollment = holder.enrollmentID,
            let client = try await wire.bank.client(holder.client, at: institution.id), client.owns(certificate),
            let subject = try await wire.bank.subject(ofEnrollment: enrollment, at: institution.id)
        else {
            throw OAuthRefusal(
                "invalid_token",
                "Send an access token of an enrollment by its certificate.",
                status: 401
            )
        }
        return .json(["sub": .string(subject)])
    }
}

extension QueryParameters {
    /// A field of a form.
    ///
    /// - Throws: a refusal that names the field, when it is absent or empty.
    func text(_ name: String) throws(OAuthRefusal) -> String {
        guard let text = self[name], !text.isEmpty else { throw .invalidRequest("Send \(name).") }
        return text
    }
}
