import ChaveJOSE
import ChaveWire

/// The expected values of an ID token, beside issuer, audience and times.
struct IDTokenExpectation: Sendable {
    let tenant: String
    let user: String
    /// The nonce; `nil` for a refresh, whose token must have none.
    let nonce: String?
}

extension SignInEngine {
    /// Verifies an ID token by OpenID Connect Core 1.0, sections 3.1.3.7 and 12.2, and `at_hash` of 3.1.3.8.
    func verify(
        _ idToken: String,
        with accessToken: AccessToken,
        expecting expected: IDTokenExpectation
    ) async throws(SignInError) {
        let claims = try await verifiedClaims(idToken, issuer: try connection().issuer(of: expected.tenant))
        try requireThisClient(claims)
        guard claims["nonce"] == expected.nonce.map(JSONValue.string) else {
            throw .untrusted("The ID token is of another sign-in.")
        }
        guard let hash = claims["at_hash"]?.string, LeftHalfHash.isSHA256(hash, of: accessToken.value) else {
            throw .untrusted("The access token does not belong to the ID token.")
        }
        guard claims.subject == expected.user else {
            throw .untrusted("The ID token is of another user than the credential.")
        }
    }

    /// Checks steps 3 to 5: the token was issued to this client, whatever other audiences it names.
    private func requireThisClient(_ claims: JWTClaims) throws(SignInError) {
        guard let party = claims["azp"] else {
            guard claims.audiences.count == 1 else {
                throw .untrusted("The ID token was made for several clients.")
            }
            return
        }
        guard party.string == configuration.clientID else {
            throw .untrusted("The ID token was made for another client.")
        }
    }

    /// Verifies the token with the issuer's keys, which are read once more when the token names an unknown key.
    private func verifiedClaims(_ token: String, issuer: String) async throws(SignInError) -> JWTClaims {
        let expectation = JWTExpectation(
            type: nil,
            issuer: issuer,
            audience: configuration.clientID,
            leewaySeconds: 60,
            maximumAgeSeconds: 600
        )
        let keys = try await keys(of: issuer)
        do throws(JWTRefusal) {
            do throws(JWTRefusal) {
                return try keys.verify(token, expecting: expectation, now: nowSeconds).claims
            } catch {
                guard error == .unknownKey, let newer = await newerKeys(of: issuer) else { throw error }
                return try newer.verify(token, expecting: expectation, now: nowSeconds).claims
            }
        } catch {
            throw SignInError(error)
        }
    }
}

extension SignInError {
    fileprivate init(_ refusal: JWTRefusal) {
        switch refusal {
        case .notYetValid, .issuedInFuture: self = .clockIsBehind
        case .expired, .tooOld:
            self = .untrusted("The ID token is refused (\(refusal.rawValue)); is this device's clock ahead?")
        default: self = .untrusted("The ID token is refused (\(refusal.rawValue)).")
        }
    }
}
