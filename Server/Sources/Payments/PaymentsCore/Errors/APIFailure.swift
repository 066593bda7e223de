public import ChavePixModel

/// An answer that says no: a status and the items of its body (Payments API, section 1).
///
/// Never anything personal in it, and never a value that the caller sent.
public struct APIFailure: Error, Hashable, Sendable {
    public var status: Int
    public var items: [Item]
    /// When it is worth asking again.
    public var retryAfterSeconds: Int?

    public struct Item: Hashable, Sendable {
        public var code: ErrorCode
        public var field: String?
        public var message: String

        public init(code: ErrorCode, field: String? = nil, message: String) {
            self.code = code
            self.field = field
            self.message = message
        }
    }

    public init(status: Int, items: [Item], retryAfterSeconds: Int? = nil) {
        self.status = status
        self.items = items
        self.retryAfterSeconds = retryAfterSeconds
    }

    init(_ status: Int, _ code: ErrorCode, field: String? = nil, _ message: String, retryAfter: Int? = nil) {
        self.init(
            status: status,
            items: [Item(code: code, field: field, message: message)],
            retryAfterSeconds: retryAfter
        )
    }
}

extension APIFailure {
    /// 400 with every field that was wrong.
    public init(_ errors: FieldErrors) {
        self.init(
            status: 400,
            // What is wrong with the body as a whole is wrong with no field.
            items: errors.items.map {
                Item(code: $0.code, field: $0.field.isEmpty ? nil : $0.field, message: $0.message)
            }
        )
    }

    public static func field(_ code: ErrorCode, _ field: String, _ message: String) -> APIFailure {
        APIFailure(400, code, field: field, message)
    }

    public static func conflict(_ message: String) -> APIFailure { APIFailure(409, .conflict, message) }

    /// Also for what belongs to somebody else: it does not exist for the caller.
    public static let notFound = APIFailure(404, .notFound, "There is no such object. Check the id.")
    public static let permissionDenied = APIFailure(
        403,
        .permissionDenied,
        "A device token may not call this. Call it from your server with your API keys."
    )
    static let administratorNeeded = APIFailure(
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
}
