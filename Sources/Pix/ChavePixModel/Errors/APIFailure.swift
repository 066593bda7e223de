/// An error response: a status, and the items of its body (Payments API, section 1).
///
/// A failure never holds personal data, and never a value that the caller sent.
public struct APIFailure: Error, Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The items, at least one.
    public var items: [Item]
    /// The number of seconds before a retry makes sense.
    public var retryAfterSeconds: Int?

    /// One problem of the request.
    public struct Item: Hashable, Sendable {
        /// The kind of error, for programs.
        public var code: ErrorCode
        /// The dotted path of the wrong field; `nil` when the problem concerns no field.
        public var field: String?
        /// Advice for the developer.
        public var message: String

        /// An item; neither `field` nor `message` may hold a value that the caller sent.
        public init(code: ErrorCode, field: String? = nil, message: String) {
            self.code = code
            self.field = field
            self.message = message
        }
    }

    /// A failure; `retryAfterSeconds` is the number of seconds before a retry makes sense.
    public init(status: Int, items: [Item], retryAfterSeconds: Int? = nil) {
        self.status = status
        self.items = items
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Status 400 with every wrong field.
    public init(_ errors: FieldErrors) {
        self.init(
            status: 400,
            // An error of the whole body has no field.
            items: errors.items.map {
                Item(code: $0.code, field: $0.field.isEmpty ? nil : $0.field, message: $0.message)
            }
        )
    }

    /// Status 400 for one field.
    public static func field(_ code: ErrorCode, _ field: String, _ message: String) -> APIFailure {
        APIFailure(status: 400, items: [Item(code: code, field: field, message: message)])
    }
}
