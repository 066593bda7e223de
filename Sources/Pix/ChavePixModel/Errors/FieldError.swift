/// What is wrong with one field of a message.
///
/// Nothing that was sent stands in it, so that it is fit for a log.
public struct FieldError: Error, Hashable, Sendable {
    /// The kind of error, for programs.
    public var code: ErrorCode
    /// The dotted path, `details.risk_signals.deviceId`; empty for the message as a whole.
    public var field: String
    /// What to do about it.
    public var message: String

    /// Neither `field` nor `message` may hold anything that was sent.
    public init(code: ErrorCode, field: String, message: String) {
        self.code = code
        self.field = field
        self.message = message
    }
}

/// All that is wrong with a message, in the order of its fields.
public struct FieldErrors: Error, Hashable, Sendable {
    /// At least one, at most `limit`.
    public let items: [FieldError]

    /// One error.
    public init(_ first: FieldError) { items = [first] }

    /// `nil` when there is no error in `items`.
    public init?(_ items: [FieldError]) {
        guard !items.isEmpty else { return nil }
        self.items = Array(items.prefix(FieldErrors.limit))
    }

    /// More are not listed.
    public static let limit = 50
}
