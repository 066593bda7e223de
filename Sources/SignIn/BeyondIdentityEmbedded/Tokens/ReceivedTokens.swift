import ChaveTransport
import ChaveWire

/// The answer of the token endpoint (RFC 6749, section 5.1).
struct ReceivedTokens: Sendable {
    let accessToken: AccessToken
    let idToken: String?
    let refreshToken: String?
    /// The time before the request in seconds since 1970, so that no token counts for longer than it lives.
    let askedAt: Int64

    init(_ body: JSONObject, askedAt: Int64) throws(SignInError) {
        guard let type = body["token_type"]?.string, type.lowercased() == "bearer" else {
            throw .unreadable("token_type")
        }
        accessToken = AccessToken(
            value: try body.text("access_token"),
            type: "Bearer",
            expiresIn: Int(clamping: try body.count("expires_in"))
        )
        idToken = body["id_token"]?.string
        refreshToken = body["refresh_token"]?.string
        self.askedAt = askedAt
    }
}

extension SignInEngine {
    /// Sends one request to the token endpoint and never repeats it, because a code or refresh token is spent by its
    /// use.
    func tokens(_ fields: [(name: String, value: String?)]) async throws(SignInError) -> ReceivedTokens {
        let connection = try connection()
        let askedAt = nowSeconds
        let response = try await connection.send(
            SignInCall(method: .post, url: connection.address("/v2/token"), body: .form(fields))
        )
        guard response.isSuccess else { throw SignInEngine.tokenError(connection.refusal(response)) }
        let body = try SignInConnection.object(of: response)
        guard body["token_type"]?.string?.lowercased() != "dpop" else { throw .boundTokens }
        return try ReceivedTokens(body, askedAt: askedAt)
    }

    private static func tokenError(_ refusal: Refusal) -> SignInError {
        switch refusal.name {
        case "invalid_client", "unauthorized_client": .confidentialClient
        case "invalid_dpop_proof", "use_dpop_nonce": .boundTokens
        case "invalid_grant": refusal.error(.signInRequired, "The server no longer takes what was sent: sign in again.")
        default: refusal.error
        }
    }
}

extension SignInError {
    static let boundTokens = SignInError(
        .wrongKindOfClient,
        "This client's dpop_bound_access_tokens is set, and this SDK's tokens are not bound to a key: register the client "
            + "without it, or use authorize() and exchange the code where the proofs are made."
    )
}
