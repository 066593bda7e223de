import ChaveBase
import ChaveTransport
import ChaveWire
import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The tenant's sign-in as a client goes through it: code with PKCE, state, nonce and `iss` (RFC 9207).
struct SignInDoor: Sendable {
    let backend: any IssuerBackend
    let settings: IssuerSettings

    /// Where a browser goes to sign in.
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

    /// Hands the code in, and believes the ID token that comes with the answer, since no one else could have sent it
    /// (OpenID Connect Core, 3.1.3.7, step 6).
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

    /// What the tenant calls the person; `nil` where it does not say, which keeps nobody out.
    private func name(of subject: String, by token: String) async -> String? {
        let call = IssuerCall("GET", tenantPath + "/v2/userinfo", headers: [("Authorization", "Bearer \(token)")])
        let reply = await backend.send(call)
        guard reply.status == 200, let claims = try? JSONValue(parsing: reply.body),
            claims["sub"]?.string?.utf8.elementsEqual(subject.utf8) == true
        else { return nil }
        return claims["name"]?.string ?? claims["preferred_username"]?.string
    }

    /// A token that nobody needs any more; whether it went is not said, and it ends by itself.
    func revoke(_ token: String) async { _ = await send([("token", token)], to: "/v2/revoke") }

    private func send(_ fields: [(String, String)], to path: String) async -> IssuerReply {
        let fields = fields + [("client_id", settings.clientID)]
        let headers = [("Content-Type", "application/x-www-form-urlencoded")]
        let call = IssuerCall("POST", tenantPath + path, headers: headers, body: Array(SignInDoor.encoded(fields).utf8))
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
