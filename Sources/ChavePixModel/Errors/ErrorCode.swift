/// The kind of one error, for programs.
///
/// A server may add codes: a client keeps the ones it does not know and switches with a default.
public struct ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    public static let required = ErrorCode(rawValue: "required")
    public static let invalid = ErrorCode(rawValue: "invalid")
    public static let null = ErrorCode(rawValue: "null")
    public static let tooLong = ErrorCode(rawValue: "too_long")
    public static let doesNotExist = ErrorCode(rawValue: "does_not_exist")
    public static let alreadyRegistered = ErrorCode(rawValue: "already_registered")
    public static let notFound = ErrorCode(rawValue: "not_found")
    public static let authenticationFailed = ErrorCode(rawValue: "authentication_failed")
    public static let tokenNotValid = ErrorCode(rawValue: "token_not_valid")
    public static let invalidJSON = ErrorCode(rawValue: "invalid_json")
    public static let methodNotAllowed = ErrorCode(rawValue: "method_not_allowed")
    public static let unsupportedMediaType = ErrorCode(rawValue: "unsupported_media_type")
    public static let permissionDenied = ErrorCode(rawValue: "permission_denied")
    public static let conflict = ErrorCode(rawValue: "conflict")
    public static let notReady = ErrorCode(rawValue: "not_ready")
    public static let idempotencyConflict = ErrorCode(rawValue: "idempotency_conflict")
    public static let idempotencyInProgress = ErrorCode(rawValue: "idempotency_in_progress")
    public static let requestTooLarge = ErrorCode(rawValue: "request_too_large")
    public static let rateLimited = ErrorCode(rawValue: "rate_limited")
    public static let unexpectedError = ErrorCode(rawValue: "unexpected_error")
    public static let institutionUnavailable = ErrorCode(rawValue: "institution_unavailable")

    /// All that this version of the server answers.
    public static let all: [ErrorCode] = [
        .required, .invalid, .null, .tooLong, .doesNotExist, .alreadyRegistered, .notFound, .authenticationFailed,
        .tokenNotValid, .invalidJSON, .methodNotAllowed, .unsupportedMediaType, .permissionDenied, .conflict,
        .notReady, .idempotencyConflict, .idempotencyInProgress, .requestTooLarge, .rateLimited, .unexpectedError,
        .institutionUnavailable,
    ]
}
