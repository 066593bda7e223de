/// The error of one field of a message.
///
/// A field error never holds a sent value, so it is fit for a log.
public struct FieldError: Error, Hashable, Sendable {
    /// The kind of error, for programs.
    public var code: ErrorCode
    /// The dotted path, `details.risk_signals.deviceId`; empty for the message as a whole.
    public var field: String
    /// Advice for the developer.
    public var message: String

    /// An error; neither `field` nor `message` may hold a value that was sent.
    public init(code: ErrorCode, field: String, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }
}

/// All errors of a message, in the order of its fields.
public struct FieldErrors: Error, Hashable, Sendable {
    /// The errors, at least one and at most `limit`.
    public let items: [FieldError]

    /// One error.
    public init(_ first: FieldError) { items = [first] }

    /// All of `items` up to `limit`; `nil` when `items` is empty.
    public init?(_ items: [FieldError]) {
        guard !items.isEmpty else { return nil }
        self.items = Array(items.prefix(FieldErrors.limit))
    }

    /// The maximum number of listed errors.
    public static let limit = 50
}
