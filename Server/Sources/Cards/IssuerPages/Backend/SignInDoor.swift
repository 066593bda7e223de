import ChaveBase
import ChaveTransport
import ChaveWire
import Crypto
import Pages

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A client's sign-in at the tenant: code with PKCE, state, nonce and `iss` (RFC 9207).
struct SignInDoor: Sendable {
    let backend: any SiteBackend
    let settings: IssuerSettings

    /// The address at which a browser signs in.
    func address(of opened: OpenSignIn) -> String {
        let challenge = Base64URL.encode(Array(SHA256.hash(data: Data(opened.verifier.utf8))))
        var items = [
            ("client_id", settings.clientID), ("redirect_uri", settings.redirectURI), ("response_type", "code"),
            ("scope", "openid profile"), ("state", opened.state), ("nonce", opened.nonce),
            ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        if opened.isAnew { items.append(("prompt", "login")) }
        return "\(settings.issuer)/v2/authorize?\(SignInDoor.encoded(items))"
    }

    /// Exchanges the code for tokens.
    ///
    /// The ID token is trusted because it comes directly from the tenant (OpenID Connect Core, 3.1.3.7, step 6).
    func person(for code: String, _ opened: OpenSignIn, at now: Timestamp) async throws(IssuerFailure) -> SignedInPerson
    {
        let fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", settings.redirectURI),
            ("code_verifier", opened.verifier),
        ]
        let reply = await send(fields, to: "/v2/token")
        guard reply.status == 200, let answer = try? JSONValue(parsing: reply.body),
            let token = answer["access_token"]?.string, answer["token_type"]?.string == "Bearer",
            let seconds = answer["expires_in"]?.number?.int64, (1...86_400).contains(seconds),
            let claims = answer["id_token"]?.string.flatMap(SignInDoor.claims)
        else { throw .unreadable }
        guard claims["iss"]?.string == settings.issuer, SignInDoor.audience(of: claims) == [settings.clientID],
            claims["nonce"]?.string == opened.nonce, let end = claims["exp"]?.number?.int64, now.seconds < end,
            let subject = claims["sub"]?.string, let authenticated = claims["auth_time"]?.number?.int64
        else { throw .unreadable }
        return SignedInPerson(
            subject: subject,
            name: await name(of: subject, by: token) ?? subject,
            accessToken: token,
            authenticatedAt: Timestamp(seconds: authenticated),
            endsAt: now.adding(seconds: seconds)
        )
    }

    /// The person's name at the tenant; `nil` when the tenant gives none, which does not stop the sign-in.
    private func name(of subject: String, by token: String) async -> String? {
        let call = SiteCall("GET", tenantPath + "/v2/userinfo", headers: [("Authorization", "Bearer \(token)")])
        let reply = await backend.send(call)
        guard reply.status == 200, let claims = try? JSONValue(parsing: reply.body),
            claims["sub"]?.string?.utf8.elementsEqual(subject.utf8) == true
        else { return nil }
        return claims["name"]?.string ?? claims["preferred_username"]?.string
    }

    /// Revokes an unused token; a failure is not reported, because the token expires by itself.
    func revoke(_ token: String) async { _ = await send([("token", token)], to: "/v2/revoke") }

    private func send(_ fields: [(String, String)], to path: String) async -> SiteReply {
        let fields = fields + [("client_id", settings.clientID)]
        let headers = [("Content-Type", "application/x-www-form-urlencoded")]
        let call = SiteCall("POST", tenantPath + path, headers: headers, body: Array(SignInDoor.encoded(fields).utf8))
        return await backend.send(call)
    }

    /// The issuer's path on this host.
    private var tenantPath: String {
        settings.isOwn(settings.issuer) ? String(settings.issuer.dropFirst(settings.baseURL.count)) : ""
    }

    private static func encoded(_ items: [(String, String)]) -> String {
        items.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    }

    private static func claims(_ token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = try? Base64URL.decode(String(parts[1])) else { return nil }
        return try? JSONValue(parsing: bytes)
    }

    private static func audience(of claims: JSONValue) -> [String] {
        if let one = claims["aud"]?.string { return [one] }
        return claims["aud"]?.array?.compactMap(\.string) ?? []
    }
}
