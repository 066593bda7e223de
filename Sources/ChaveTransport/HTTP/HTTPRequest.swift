/// The methods that the clients use.
public enum HTTPMethod: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// One request, complete: sending it twice sends the same bytes twice.
public struct HTTPRequest: Hashable, Sendable {
    public var method: HTTPMethod
    /// Absolute.
    public var url: String
    public var headers: HTTPHeaders
    public var body: [UInt8]?
    /// From the first byte sent to the last byte received.
    public var timeoutMilliseconds: Int64

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
