import ChaveJOSE
import ChaveWire
import SignInModel

/// An ID token of this issuer that a client sends back, verified except for its expiry.
struct IDTokenHint: Hashable, Sendable {
    /// The token's `sub`.
    let user: String
    let claims: JWTClaims
}

extension SignIn {
    /// Verifies a hint (OpenID Connect Core 1.0, section 3.1.2.1).
    ///
    /// An expired token is accepted, since it proves nothing but its subject. The tenant's keys verify it, also keys
    /// that are no longer published, until the next rotation removes them.
    ///
    /// - Throws: `invalid_request` where this issuer gave no such ID token to `client`; the answer does not tell the
    ///   reason.
    func idTokenHint(_ text: String, client: OIDCClient) async throws -> IDTokenHint {
        let hint = try await idTokenHint(text, of: client.tenant)
        guard hint.claims.audiences.contains(client.id) else { throw SignIn.wrongHint }
        return hint
    }

    private static let wrongHint = OAuthError(
        .invalidRequest,
        "The hint is no ID token that this issuer gave to this client; leave it out.",
        field: "id_token_hint"
    )

    /// Verifies a hint that may be for any client of the tenant.
    func idTokenHint(_ text: String, of tenant: TenantID) async throws -> IDTokenHint {
        let keys = try await signingKeyRecords(of: tenant).map(\.record)
        guard let jws = try? CompactJWS(parsing: text), jws.type == "JWT",
            let keyID = jws.header["kid"]?.string, let key = keys.first(where: { $0.recordID == keyID }),
            let verified = try? key.key.publicKey.verify(text), let claims = JWTClaims(parsing: verified.payload),
            claims.issuer == policy.issuer(of: tenant), let user = claims.subject
        else { throw SignIn.wrongHint }
        return IDTokenHint(user: user, claims: claims)
    }

    /// The user whom a request's hint names; `nil` where there is no hint.
    func hintedUser(_ parameters: OAuthParameters, client: OIDCClient) async throws -> String? {
        guard let text = parameters["id_token_hint"] else { return nil }
        return try await idTokenHint(text, client: client).user
    }
}
