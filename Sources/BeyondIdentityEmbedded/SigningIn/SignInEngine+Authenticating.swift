import ChaveJOSE
import ChaveTransport
import ChaveWire

extension SignInEngine {
    /// The whole sign-in of a public client: challenge, code, tokens, and the ID token verified.
    func authenticate() async throws(SignInError) -> TokenResponse {
        let pkce = createPKCE()
        let nonce = randomText()
        let granted = try await grant(
            scope: "openid",
            challenge: pkce.codeChallenge,
            nonce: nonce,
            isPublicClient: true
        )
        let tokens = try await exchange(granted.code, pkce)
        try await verify(tokens, nonce: nonce, granted.credential)
        return tokens
    }

    /// Not repeated: a code that is used twice revokes what it gave.
    private func exchange(_ code: String, _ pkce: PKCE) async throws(SignInError) -> TokenResponse {
        let connection = try connection()
        let fields: [(name: String, value: String?)] = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", configuration.redirectURI),
            ("code_verifier", pkce.codeVerifier), ("client_id", configuration.clientID),
        ]
        let response = try await connection.send(
            SignInCall(method: .post, url: connection.address("/v2/token"), body: .form(fields))
        )
        guard response.isSuccess else {
            let refusal = connection.refusal(response)
            if ["invalid_client", "unauthorized_client"].contains(refusal.name) { throw .confidentialClient }
            throw refusal.error
        }
        let body = try SignInConnection.object(of: response)
        guard let type = body["token_type"]?.string, type.lowercased() == "bearer" else {
            throw .unreadable("token_type")
        }
        let access = AccessToken(
            value: try body.text("access_token"),
            type: "Bearer",
            expiresIn: Int(clamping: try body.count("expires_in"))
        )
        return TokenResponse(accessToken: access, idToken: try body.text("id_token"))
    }

    /// OpenID Connect Core 1.0, section 3.1.3.7, and `at_hash` of 3.1.3.8.
    private func verify(
        _ tokens: TokenResponse,
        nonce: String,
        _ credential: KeptCredential
    ) async throws(SignInError) {
        let issuer = try connection().issuer(of: credential.tenant)
        let claims = try await verifiedClaims(tokens.idToken, issuer: issuer)
        guard claims.audiences.count == 1 || claims["azp"]?.string == configuration.clientID else {
            throw .untrusted("The ID token was made for several clients.")
        }
        guard claims["nonce"]?.string == nonce else { throw .untrusted("The ID token is of another sign-in.") }
        guard let hash = claims["at_hash"]?.string, LeftHalfHash.isSHA256(hash, of: tokens.accessToken.value) else {
            throw .untrusted("The access token does not belong to the ID token.")
        }
        guard let subject = claims.subject, subject == credential.text(.user) else {
            throw .untrusted("The ID token is of another user than the credential.")
        }
    }

    /// By the issuer's keys; they are read once more when the token names a key that is not among them.
    private func verifiedClaims(_ token: String, issuer: String) async throws(SignInError) -> JWTClaims {
        let known = issuerKeys[issuer]
        var keys: JWKSet
        if let known { keys = known } else { keys = try await readKeys(of: issuer) }
        let expectation = JWTExpectation(
            type: nil,
            issuer: issuer,
            audience: configuration.clientID,
            leewaySeconds: 60,
            maximumAgeSeconds: 600
        )
        do throws(JWTRefusal) {
            do throws(JWTRefusal) {
                return try keys.verify(token, expecting: expectation, now: nowSeconds).claims
            } catch {
                guard error == .unknownKey, known != nil else { throw error }
                do { keys = try await readKeys(of: issuer) } catch { throw JWTRefusal.unknownKey }
                return try keys.verify(token, expecting: expectation, now: nowSeconds).claims
            }
        } catch {
            switch error {
            case .notYetValid, .issuedInFuture: throw .clockIsBehind
            case .expired, .tooOld:
                throw .untrusted("The ID token is refused (\(error.rawValue)); is this device's clock ahead?")
            default: throw .untrusted("The ID token is refused (\(error.rawValue)).")
            }
        }
    }

    /// The issuer's keys, by its discovery document (OpenID Connect Discovery 1.0, section 4.3).
    private func readKeys(of issuer: String) async throws(SignInError) -> JWKSet {
        let connection = try connection()
        let discovery = try await connection.object(
            SignInCall(method: .get, url: issuer + "/.well-known/openid-configuration", isSafeToRepeat: true)
        )
        guard discovery["issuer"]?.string == issuer else {
            throw .untrusted("The issuer's discovery document is another issuer's.")
        }
        guard let address = try? BaseURL(try discovery.text("jwks_uri")) else {
            throw .untrusted("The issuer's keys are at an address that is refused.")
        }
        let document = try await connection.object(
            SignInCall(method: .get, url: address.text, isSafeToRepeat: true)
        )
        guard let keys = try? JWKSet(json: .object(document)) else { throw .unreadable("key set") }
        issuerKeys[issuer] = keys
        return keys
    }
}
