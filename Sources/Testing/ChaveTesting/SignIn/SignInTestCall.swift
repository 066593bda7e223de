/// An endpoint of the sign-in server, for ordering failures and counting calls.
///
/// It may gain cases in any minor release; switch with a default.
public enum SignInTestCall: String, Hashable, Sendable, CaseIterable {
    /// Certifies a device's key with the token of a registration link.
    case register = "POST /v2/credentials"
    /// Called twice in each sign-in: first for the challenge, then with the proof.
    case authorizeChallenge = "POST /v2/authorize-challenge"
    /// Exchanges a code, and refreshes tokens.
    case token = "POST /v2/token"
    /// Revokes tokens.
    case revoke = "POST /v2/revoke"
    /// The issuer's discovery document.
    case discovery = "GET /.well-known/openid-configuration"
    /// The issuer's keys.
    case keys = "GET /jwks"
}

/// A failure of one request, ordered with ``SignInTestServer/fail(_:_:times:)``.
public struct SignInTestFailure: Sendable {
    enum Kind: Sendable {
        case lost(TestMishap)
        case refused(status: Int, error: String, retryAfterSeconds: Int64?)
    }

    let kind: Kind

    /// No network: the server does not see the request.
    public static let offline = SignInTestFailure(kind: .lost(.offline))

    /// The server processes the request, and its response is lost.
    public static let answerLost = SignInTestFailure(kind: .lost(.answerLost))

    /// The call times out by the test's clock, and the server has done nothing.
    public static let timesOut = SignInTestFailure(kind: .lost(.timesOut))

    /// 500 `server_error`; the server has done nothing.
    public static let serverError = refused(500, "server_error")

    /// 429 `rate_limited`, with the seconds before the next try.
    public static func rateLimited(retryAfterSeconds: Int64) -> SignInTestFailure {
        SignInTestFailure(
            kind: .refused(status: 429, error: "rate_limited", retryAfterSeconds: max(0, retryAfterSeconds))
        )
    }

    /// A refusal with this OAuth error; the server has done nothing.
    public static func refused(_ status: Int, _ error: String) -> SignInTestFailure {
        SignInTestFailure(kind: .refused(status: status, error: error, retryAfterSeconds: nil))
    }
}
