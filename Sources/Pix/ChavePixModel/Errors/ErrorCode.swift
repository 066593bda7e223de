/// The kind of one error, for programs.
///
/// A server may add codes: a client stores unknown codes and switches with a default.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The field is missing.
    public static let required = ErrorCode(rawValue: "required")
    /// The field does not accept the value.
    public static let invalid = ErrorCode(rawValue: "invalid")
    /// The field is present and `null`.
    public static let null = ErrorCode(rawValue: "null")
    /// The text is longer than the field's limit.
    public static let tooLong = ErrorCode(rawValue: "too_long")
    /// The field names an object that does not exist.
    public static let doesNotExist = ErrorCode(rawValue: "does_not_exist")
    /// Such an object exists already.
    public static let alreadyRegistered = ErrorCode(rawValue: "already_registered")
    /// The path or the object does not exist, or the object is not the caller's.
    public static let notFound = ErrorCode(rawValue: "not_found")
    /// The API key, or the credential in its place, is not valid.
    public static let authenticationFailed = ErrorCode(rawValue: "authentication_failed")
    /// The access token is expired or invalid: the client needs a new one.
    public static let tokenNotValid = ErrorCode(rawValue: "token_not_valid")
    /// The body is not JSON.
    public static let invalidJSON = ErrorCode(rawValue: "invalid_json")
    /// The path exists, but does not support this method.
    public static let methodNotAllowed = ErrorCode(rawValue: "method_not_allowed")
    /// The body must be JSON, uncompressed.
    public static let unsupportedMediaType = ErrorCode(rawValue: "unsupported_media_type")
    /// The caller is known, but does not have permission.
    public static let permissionDenied = ErrorCode(rawValue: "permission_denied")
    /// The object's state does not allow the call.
    public static let conflict = ErrorCode(rawValue: "conflict")
    /// The bank is not ready yet: retry later.
    public static let notReady = ErrorCode(rawValue: "not_ready")
    /// An earlier request used the same idempotency key with another body.
    public static let idempotencyConflict = ErrorCode(rawValue: "idempotency_conflict")
    /// The same call is in progress: retry later.
    public static let idempotencyInProgress = ErrorCode(rawValue: "idempotency_in_progress")
    /// The body or the headers are too long.
    public static let requestTooLarge = ErrorCode(rawValue: "request_too_large")
    /// The caller makes too many calls; `Retry-After` gives the time to wait.
    public static let rateLimited = ErrorCode(rawValue: "rate_limited")
    /// The server failed; the client may repeat the same call under the same key.
    public static let unexpectedError = ErrorCode(rawValue: "unexpected_error")
    /// The server could not reach the bank.
    public static let institutionUnavailable = ErrorCode(rawValue: "institution_unavailable")

    /// All codes that this version of the server sends.
    public static let all: [ErrorCode] = [
        .required, .invalid, .null, .tooLong, .doesNotExist, .alreadyRegistered, .notFound, .authenticationFailed,
        .tokenNotValid, .invalidJSON, .methodNotAllowed, .unsupportedMediaType, .permissionDenied, .conflict,
        .notReady, .idempotencyConflict, .idempotencyInProgress, .requestTooLarge, .rateLimited, .unexpectedError,
        .institutionUnavailable,
    ]
}
