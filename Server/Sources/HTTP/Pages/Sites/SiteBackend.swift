public import ChaveWire

/// An API of this server as a site's pages reach it, independent of the transport.
public protocol SiteBackend: Sendable {
    func send(_ call: SiteCall) async -> SiteReply
}

/// A request of a site's pages to an API.
public struct SiteCall: Sendable {
    public var method: String
    /// The path below the API that the backend serves.
    public var path: String
    /// The encoded query, without the question mark.
    public var query: String
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(
        _ method: String,
        _ path: String,
        query: String = "",
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// Creates a request with a JSON body and its `Content-Type`, or without both.
    public init(
        _ method: String,
        _ path: String,
        headers: [(name: String, value: String)] = [],
        json: JSONValue?
    ) {
        self.init(method, path, headers: headers, body: json?.encoded() ?? [])
        if json != nil { self.headers.append(("Content-Type", "application/json")) }
    }
}

/// The API's answer.
public struct SiteReply: Sendable {
    public var status: Int
    public var entityTag: String?
    public var body: [UInt8]

    public init(status: Int, entityTag: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.entityTag = entityTag
        self.body = body
    }
}
