import ChaveBase
import ChaveCredentialChain
import ChavePixModel
import ChaveTransport
import ChaveWire
import Crypto

extension SignInTestServer {
    /// Begins a session in the first call; the second call uses up the session with a proof.
    func challenge(_ request: HTTPRequest) async -> SignInTestAnswer {
        let fields = TestForm.fields(ofBody: request.body)
        guard let id = fields["auth_session"] else { return begin(fields) }
        guard let session = state.withLock({ $0.sessions.removeValue(forKey: id) }), nowSeconds < session.expires
        else { return .refusal(400, "invalid_session") }
        guard let credential = await provenCredential(fields["assertion"] ?? "", session, id) else {
            return .refusal(400, "invalid_grant")
        }
        return state.withLock { state in
            guard let bound = state.bound[credential] else { return .refusal(400, "invalid_grant") }
            if let credentialState = bound.state {
                return SignInTestAnswer(403, ["error": "access_denied", "credential_state": .string(credentialState)])
            }
            let code = state.text(24)
            state.grants[code] = SignInTestState.Grant(
                fields: session.fields,
                user: bound.user,
                credential: credential,
                expires: nowSeconds + 60
            )
            var body = JSONObject()
            body["authorization_code"] = .string(code)
            body["iss"] = .string(SignInTestServer.issuer)
            body["state"] = session.fields["state"].map(JSONValue.string)
            return SignInTestAnswer(200, .object(body))
        }
    }

    private func begin(_ fields: [String: String]) -> SignInTestAnswer {
        guard fields["client_id"] == SignInTestServer.clientID else { return .refusal(401, "invalid_client") }
        guard fields["redirect_uri"] == SignInTestServer.redirectURI, fields["response_type"] == "code" else {
            return .refusal(400, "invalid_request")
        }
        return state.withLock { state in
            let (id, challenge) = (state.text(16), state.text(32))
            state.sessions[id] = SignInTestState.Session(
                fields: fields,
                challenge: challenge,
                expires: nowSeconds + 120
            )
            return SignInTestAnswer(
                403,
                [
                    "error": "insufficient_authorization", "auth_session": .string(id),
                    "challenge": .string(challenge), "expires_in": 120, "tenant_id": .string(SignInTestServer.tenant),
                    "token_endpoint_auth_method": state.isPublicClient ? "none" : "client_secret_basic",
                ]
            )
        }
    }

    /// The credential whose key made the proof; `nil` for an invalid proof.
    private func provenCredential(
        _ text: String,
        _ session: SignInTestState.Session,
        _ id: String
    ) async -> String? {
        guard let jws = try? CompactJWS(parsing: text), let claims = try? JSONValue(parsing: jws.payload),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: jws.signature)
        else { return nil }
        let certificates = (jws.header["x5c"]?.array ?? []).map { $0.string.flatMap { Base64.decode($0) } ?? [] }
        let chain = try? await CredentialChain.verify(
            certificates,
            tenant: SignInTestServer.tenant,
            roots: [state.withLock { $0.root.fingerprint }],
            now: Timestamp(seconds: nowSeconds)
        )
        guard let chain, chain.publicKey.isValidSignature(signature, for: jws.signingInput),
            jws.type == "chave-signin+jwt", jws.claimedAlgorithm == "ES256",
            isOf(session, id, claims), isInTime(claims),
            state.withLock({ $0.bound[chain.subject.credential]?.chain }) == certificates
        else { return nil }
        return chain.subject.credential
    }

    /// Whether the signed claims have the values of the session's first call.
    private func isOf(_ session: SignInTestState.Session, _ id: String, _ claims: JSONValue) -> Bool {
        var expected = session.fields
        expected["response_type"] = nil
        expected["code_challenge_method"] = nil
        expected["purpose"] = "sign-in"
        expected["challenge"] = session.challenge
        expected["auth_session"] = id
        expected["aud"] = "\(SignInTestServer.base)/v2/authorize-challenge"
        return expected.allSatisfy { claims[$0.key]?.string == $0.value }
    }

    private func isInTime(_ claims: JSONValue) -> Bool {
        guard let issued = claims["iat"]?.number?.int64, let expires = claims["exp"]?.number?.int64 else {
            return false
        }
        return issued <= nowSeconds && expires > nowSeconds && expires - issued <= 120
    }
}
