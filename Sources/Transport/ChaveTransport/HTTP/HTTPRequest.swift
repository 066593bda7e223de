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

/// One request, complete: sending it twice sends the same bytes twice.
public struct HTTPRequest: Hashable, Sendable {
    /// What is to be done.
    public var method: HTTPMethod
    /// Absolute.
    public var url: String
    /// Names in any case; tokens stand here, so they are not for logs.
    public var headers: HTTPHeaders
    /// Sent as it is; `nil` for none.
    public var body: [UInt8]?
    /// From the first byte sent to the last byte received.
    public var timeoutMilliseconds: Int64

    /// A request that a transport sends as it is, once.
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
