public import ChavePixModel
import ChaveTransport

/// A failure of one request, ordered with ``PixTestServer/fail(_:_:times:)``.
public struct PixTestFailure: Sendable {
    enum Kind: Sendable {
        case lost(TestMishap)
        case tokenExpired
        case refused(status: Int, items: [APIErrorItem], retryAfterSeconds: Int64?)
        case gateway(status: Int)
        case unreadable
    }

    let kind: Kind

    /// No network: the server does not see the request.
    public static let offline = PixTestFailure(kind: .lost(.offline))

    /// The server processes the request, and its response is lost: the caller cannot know the result.
    public static let answerLost = PixTestFailure(kind: .lost(.answerLost))

    /// The call times out by the test's clock, and the server has done nothing; the caller cannot know that.
    public static let timesOut = PixTestFailure(kind: .lost(.timesOut))

    /// No response arrives until the caller gives up.
    public static let neverAnswered = PixTestFailure(kind: .lost(.neverAnswered))

    /// 401 `token_not_valid`; the token stays expired from then on.
    public static let tokenExpired = PixTestFailure(kind: .tokenExpired)

    /// 500 `unexpected_error`; the server has done nothing.
    public static let serverError = refused(
        500,
        .unexpectedError,
        "Something failed on our side. Repeat the request; quote the request id if it stays so."
    )

    /// 503 `institution_unavailable`: the bank does not respond to the server.
    public static let institutionUnavailable = refused(
        503,
        .institutionUnavailable,
        "The institution has not answered. Repeat the request with the same Idempotency-Key."
    )

    /// The server processes the request, but its response is not a message of the Payments API.
    public static let unreadable = PixTestFailure(kind: .unreadable)

    /// 429 `rate_limited`, with the seconds before the next try.
    public static func rateLimited(retryAfterSeconds: Int64) -> PixTestFailure {
        let item = APIErrorItem(requestID: "", code: .rateLimited, message: "Too many requests. Wait, then repeat.")
        return PixTestFailure(
            kind: .refused(status: 429, items: [item], retryAfterSeconds: max(0, retryAfterSeconds))
        )
    }

    /// A gateway or a network with its own sign-in answers with a page instead of the server.
    public static func gateway(_ status: Int) -> PixTestFailure { PixTestFailure(kind: .gateway(status: status)) }

    /// A refusal with one item: `.refused(400, .invalid, "Send a name.", field: "details.name")`; the server has done
    /// nothing.
    public static func refused(
        _ status: Int,
        _ code: ErrorCode,
        _ message: String,
        field: String? = nil
    ) -> PixTestFailure {
        refused(status, [APIErrorItem(requestID: "", code: code, message: message, field: field)])
    }

    /// A refusal with these items, 422 for example; the server has done nothing and writes its own request id into the
    /// items.
    public static func refused(_ status: Int, _ items: [APIErrorItem]) -> PixTestFailure {
        PixTestFailure(kind: .refused(status: status, items: items, retryAfterSeconds: nil))
    }
}
