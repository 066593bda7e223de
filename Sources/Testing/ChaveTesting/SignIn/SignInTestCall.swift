/// One endpoint of the sign-in server, as a test orders failures for it and counts it.
///
/// It may gain cases in any minor release; switch with a default.
public enum SignInTestCall: String, Hashable, Sendable, CaseIterable {
    /// Certifies a device's key for the token of a registration link.
    case register = "POST /v2/credentials"
    /// Called twice in each sign-in: for the challenge, then with the proof.
    case authorizeChallenge = "POST /v2/authorize-challenge"
    /// Exchanges a code, and refreshes.
    case token = "POST /v2/token"
    /// Takes tokens back.
    case revoke = "POST /v2/revoke"
    /// The issuer's discovery document.
    case discovery = "GET /.well-known/openid-configuration"
    /// The issuer's keys.
    case keys = "GET /jwks"
}

/// Something that goes wrong with one request, ordered with ``SignInTestServer/fail(_:_:times:)``.
public struct SignInTestFailure: Sendable {
    enum Kind: Sendable {
        case lost(TestMishap)
        case refused(status: Int, error: String, retryAfterSeconds: Int64?)
    }

    let kind: Kind

    /// There is no network: the server has not seen the request.
    public static let offline = SignInTestFailure(kind: .lost(.offline))

    /// The server does what it was asked, and the answer is lost.
    public static let answerLost = SignInTestFailure(kind: .lost(.answerLost))

    /// The call's time runs out, by the test's clock, and the server has done nothing.
    public static let timesOut = SignInTestFailure(kind: .lost(.timesOut))

    /// 500 `server_error`, and nothing was done.
    public static let serverError = refused(500, "server_error")

    /// 429 `rate_limited`, to be asked again after so long.
    public static func rateLimited(retryAfterSeconds: Int64) -> SignInTestFailure {
        SignInTestFailure(
            kind: .refused(status: 429, error: "rate_limited", retryAfterSeconds: max(0, retryAfterSeconds))
        )
    }

    /// A refusal with this OAuth error, and nothing was done.
    public static func refused(_ status: Int, _ error: String) -> SignInTestFailure {
        SignInTestFailure(kind: .refused(status: status, error: error, retryAfterSeconds: nil))
    }
}
