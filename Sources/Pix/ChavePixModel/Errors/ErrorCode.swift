/// The kind of one error, for programs.
///
/// A server may add codes: a client keeps the ones it does not know and switches with a default.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// The field is missing.
    public static let required = ErrorCode(rawValue: "required")
    /// The value is not one that the field takes.
    public static let invalid = ErrorCode(rawValue: "invalid")
    /// The field is there and `null`.
    public static let null = ErrorCode(rawValue: "null")
    /// The text is longer than the field takes.
    public static let tooLong = ErrorCode(rawValue: "too_long")
    /// The field names an object that is not there.
    public static let doesNotExist = ErrorCode(rawValue: "does_not_exist")
    /// There is such an object already.
    public static let alreadyRegistered = ErrorCode(rawValue: "already_registered")
    /// There is no such address or object, or it is not the caller's.
    public static let notFound = ErrorCode(rawValue: "not_found")
    /// The key, or what stands for it, is not taken.
    public static let authenticationFailed = ErrorCode(rawValue: "authentication_failed")
    /// The access token has run out or is none: a new one is needed.
    public static let tokenNotValid = ErrorCode(rawValue: "token_not_valid")
    /// The body is no JSON.
    public static let invalidJSON = ErrorCode(rawValue: "invalid_json")
    /// The address is there, and not for this method.
    public static let methodNotAllowed = ErrorCode(rawValue: "method_not_allowed")
    /// The body must be JSON, uncompressed.
    public static let unsupportedMediaType = ErrorCode(rawValue: "unsupported_media_type")
    /// The caller is known, and may not do this.
    public static let permissionDenied = ErrorCode(rawValue: "permission_denied")
    /// The object's state is against it.
    public static let conflict = ErrorCode(rawValue: "conflict")
    /// The bank has not got there yet: ask again.
    public static let notReady = ErrorCode(rawValue: "not_ready")
    /// The same key was sent with another body.
    public static let idempotencyConflict = ErrorCode(rawValue: "idempotency_conflict")
    /// The same call is under way: ask again.
    public static let idempotencyInProgress = ErrorCode(rawValue: "idempotency_in_progress")
    /// The body or the headers are too long.
    public static let requestTooLarge = ErrorCode(rawValue: "request_too_large")
    /// Too many calls; `Retry-After` says how long to wait.
    public static let rateLimited = ErrorCode(rawValue: "rate_limited")
    /// The server's fault; the same call may be made again under the same key.
    public static let unexpectedError = ErrorCode(rawValue: "unexpected_error")
    /// The bank could not be reached.
    public static let institutionUnavailable = ErrorCode(rawValue: "institution_unavailable")

    /// All that this version of the server answers.
    public static let all: [ErrorCode] = [
        .required, .invalid, .null, .tooLong, .doesNotExist, .alreadyRegistered, .notFound, .authenticationFailed,
        .tokenNotValid, .invalidJSON, .methodNotAllowed, .unsupportedMediaType, .permissionDenied, .conflict,
        .notReady, .idempotencyConflict, .idempotencyInProgress, .requestTooLarge, .rateLimited, .unexpectedError,
        .institutionUnavailable,
    ]
}
