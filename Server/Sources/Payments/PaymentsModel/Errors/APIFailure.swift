public import ChavePixModel

/// The refusals of the Payments API.
extension APIFailure {
    package init(_ status: Int, _ code: ErrorCode, field: String? = nil, _ message: String, retryAfter: Int? = nil) {
        self.init(
            status: status,
            items: [Item(code: code, field: field, message: message)],
            retryAfterSeconds: retryAfter
        )
    }

    public static func conflict(_ message: String) -> APIFailure { APIFailure(409, .conflict, message) }

    /// The refusal for an object that does not exist, or that belongs to another caller.
    public static let notFound = APIFailure(404, .notFound, "There is no such object. Check the id.")
    public static let permissionDenied = APIFailure(
        403,
        .permissionDenied,
        "A device token may not call this. Call it from your server with your API keys."
    )
    package static let administratorNeeded = APIFailure(
        403,
        .permissionDenied,
        "Only an administrator's API key may call this. The operator makes one: chave keys create --administrator."
    )
    public static let authenticationFailed = APIFailure(
        401,
        .authenticationFailed,
        "The API keys are wrong or revoked. Check secret_id and secret_password."
    )
    public static let tokenNotValid = APIFailure(
        401,
        .tokenNotValid,
        "The token is broken, expired or revoked. Get a fresh one from your server."
    )
    public static let institutionUnavailable = APIFailure(
        503,
        .institutionUnavailable,
        "The institution has not answered. Repeat the request with the same Idempotency-Key.",
        retryAfter: 2
    )
    public static let storageUnavailable = APIFailure(
        503,
        .unexpectedError,
        "The server cannot store anything at the moment. Repeat the request later.",
        retryAfter: 2
    )
    public static let unexpected = APIFailure(
        500,
        .unexpectedError,
        "Something failed on our side. Repeat the request; quote the request id if it stays so."
    )
    public static let idempotencyInProgress = APIFailure(
        409,
        .idempotencyInProgress,
        "A request with this Idempotency-Key is still running. Repeat it in a moment.",
        retryAfter: 1
    )
}
