/// An answer that says no: a status and the items of its body (Payments API, section 1).
///
/// Never anything personal in it, and never a value that the caller sent.
public struct APIFailure: Error, Hashable, Sendable {
    /// HTTP's.
    public var status: Int
    /// At least one.
    public var items: [Item]
    /// When it is worth asking again.
    public var retryAfterSeconds: Int?

    /// One thing that is wrong.
    public struct Item: Hashable, Sendable {
        /// The kind of error, for programs.
        public var code: ErrorCode
        /// The dotted path of the field that it is about; `nil` where it is about none.
        public var field: String?
        /// What to do.
        public var message: String

        /// Neither `field` nor `message` may hold anything that was sent.
        public init(code: ErrorCode, field: String? = nil, message: String) {
            self.code = code
            self.field = field
            self.message = message
        }
    }

    /// A refusal; `retryAfterSeconds` is when it is worth asking again.
    public init(status: Int, items: [Item], retryAfterSeconds: Int? = nil) {
        self.status = status
        self.items = items
        self.retryAfterSeconds = retryAfterSeconds
    }

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

    /// 400 for one field.
    public static func field(_ code: ErrorCode, _ field: String, _ message: String) -> APIFailure {
        APIFailure(status: 400, items: [Item(code: code, field: field, message: message)])
    }
}
