public import ChavePixModel
import ChaveTransport

/// Something that goes wrong with one request, ordered with ``PixTestServer/fail(_:_:times:)``.
public struct PixTestFailure: Sendable {
    enum Kind: Sendable {
        case lost(TestMishap)
        case tokenExpired
        case refused(status: Int, items: [APIErrorItem], retryAfterSeconds: Int64?)
        case gateway(status: Int)
        case unreadable
    }

    let kind: Kind

    /// There is no network: the server has not seen the request.
    public static let offline = PixTestFailure(kind: .lost(.offline))

    /// The server does what it was asked, and the answer is lost: the caller cannot know.
    public static let answerLost = PixTestFailure(kind: .lost(.answerLost))

    /// The call's time runs out, by the test's clock, and the server has done nothing; the caller cannot know that either.
    public static let timesOut = PixTestFailure(kind: .lost(.timesOut))

    /// Nothing comes back until the caller gives up by itself.
    public static let neverAnswered = PixTestFailure(kind: .lost(.neverAnswered))

    /// 401 `token_not_valid`, and the token is expired from then on.
    public static let tokenExpired = PixTestFailure(kind: .tokenExpired)

    /// 500 `unexpected_error`, and nothing was done.
    public static let serverError = refused(
        500,
        .unexpectedError,
        "Something failed on our side. Repeat the request; quote the request id if it stays so."
    )

    /// 503 `institution_unavailable`: the bank does not answer the server.
    public static let institutionUnavailable = refused(
        503,
        .institutionUnavailable,
        "The institution has not answered. Repeat the request with the same Idempotency-Key."
    )

    /// The server does what it was asked, and its answer is no message of the Payments API.
    public static let unreadable = PixTestFailure(kind: .unreadable)

    /// 429 `rate_limited`, to be asked again after so long.
    public static func rateLimited(retryAfterSeconds: Int64) -> PixTestFailure {
        let item = APIErrorItem(requestID: "", code: .rateLimited, message: "Too many requests. Wait, then repeat.")
        return PixTestFailure(
            kind: .refused(status: 429, items: [item], retryAfterSeconds: max(0, retryAfterSeconds))
        )
    }

    /// Somebody on the way answers in the server's place, with a page: a gateway, a network that wants a sign-in.
    public static func gateway(_ status: Int) -> PixTestFailure { PixTestFailure(kind: .gateway(status: status)) }

    /// A refusal with one item, and nothing was done: `.refused(400, .invalid, "Send a name.", field: "details.name")`.
    public static func refused(
        _ status: Int,
        _ code: ErrorCode,
        _ message: String,
        field: String? = nil
    ) -> PixTestFailure {
        refused(status, [APIErrorItem(requestID: "", code: code, message: message, field: field)])
    }

    /// A refusal with these items, 422 for example, and nothing was done; the server writes its own request id into them.
    public static func refused(_ status: Int, _ items: [APIErrorItem]) -> PixTestFailure {
        PixTestFailure(kind: .refused(status: status, items: items, retryAfterSeconds: nil))
    }
}
