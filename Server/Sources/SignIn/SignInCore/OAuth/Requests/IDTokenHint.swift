import ChaveJOSE
import ChaveWire

/// An ID token of this issuer that a client sends back: verified, be its time over or not.
struct IDTokenHint: Hashable, Sendable {
    /// `sub`.
    let user: String
    let claims: JWTClaims
}

extension SignIn {
    /// What a hint says (OpenID Connect Core 1.0, section 3.1.2.1).
    ///
    /// One that has run out counts, since it is no proof of anything but whom it is about. The tenant's keys verify it, also
    /// those that are not published any more, until the next rotation throws them away.
    ///
    /// - Throws: `invalid_request` where it is no ID token that this issuer gave to `client`; which of it is wrong is not told.
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

    /// The same, whichever client of the tenant it was given to.
    func idTokenHint(_ text: String, of tenant: TenantID) async throws -> IDTokenHint {
        let keys = try await signingKeyRecords(of: tenant).map(\.record)
        guard let jws = try? CompactJWS(parsing: text), jws.type == "JWT",
            let keyID = jws.header["kid"]?.string, let key = keys.first(where: { $0.recordID == keyID }),
            let verified = try? key.key.publicKey.verify(text), let claims = JWTClaims(parsing: verified.payload),
            claims.issuer == policy.issuer(of: tenant), let user = claims.subject
        else { throw SignIn.wrongHint }
        return IDTokenHint(user: user, claims: claims)
    }

    /// Whom a request's hint names; `nil` where there is none.
    func hintedUser(_ parameters: OAuthParameters, client: OIDCClient) async throws -> String? {
        guard let text = parameters["id_token_hint"] else { return nil }
        return try await idTokenHint(text, client: client).user
    }
}
