/// The methods that the clients use.
public enum HTTPMethod: String, Hashable, Sendable {
    /// Reads; safe to repeat.
    case get = "GET"
    /// Changes; repeated only under an idempotency key.
    case post = "POST"
    /// Changes a part.
    case patch = "PATCH"
    /// Removes.
    case delete = "DELETE"
}

/// One complete request: sending it twice sends the same bytes twice.
public struct HTTPRequest: Hashable, Sendable {
    /// The method of the request.
    public var method: HTTPMethod
    /// The absolute URL.
    public var url: String
    /// The headers, with names in any case; they contain tokens and must not go into a log.
    public var headers: HTTPHeaders
    /// The body, sent unchanged; `nil` for none.
    public var body: [UInt8]?
    /// The time from the first byte sent to the last byte received.
    public var timeoutMilliseconds: Int64

    /// Creates a request; a transport sends it once and unchanged.
    public init(
        method: HTTPMethod,
        url: String,
        headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8]? = nil,
        timeoutMilliseconds: Int64 = 20_000
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}
