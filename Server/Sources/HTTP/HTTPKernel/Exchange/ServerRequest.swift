package import ChaveBase

/// A request as it arrived, before any check.
public struct ServerRequest: Sendable {
    public var method: String
    /// The path as it was sent, without the query.
    public var path: String
    /// The query as it was sent, without the question mark.
    public var query: String
    /// The headers, with names in lower case.
    public var headers: [(name: String, value: String)]
    public var body: Body
    /// The client address that the limits count; `nil` when there was no socket.
    package var client: IPAddress?
    /// The method as the client sent it: a route sees HEAD as GET, and its answer has no body.
    package private(set) var sentMethod: String
    /// The client's own certificate in DER, whose chain and dates TLS has checked; `nil` on other listeners.
    public var clientCertificate: [UInt8]?
    /// Whether a page makes this request while its own request has a place.
    package var isWithinPage = false
    /// Counts the answer's bytes while the answer is built; `nil` for a request within a page.
    package var lease: AnswerLease?

    public enum Body: Sendable {
        case bytes([UInt8])
        case tooLarge
        /// The body did not arrive before its deadline.
        case overdue
        /// The memory for bodies is full.
        case withoutRoom

        /// Whether the server did not read the rest of the body.
        package var isCutShort: Bool {
            switch self {
            case .bytes: false
            case .tooLarge, .overdue, .withoutRoom: true
            }
        }
    }

    public init(
        method: String,
        path: String,
        query: String = "",
        headers: [(name: String, value: String)] = [],
        body: Body = .bytes([])
    ) {
        self.method = method
        sentMethod = method
        self.path = path
        self.query = query
        self.headers = headers.map { ($0.name.lowercased(), $0.value) }
        self.body = body
    }

    /// The request as the routes see it: with its lease, and with GET in place of HEAD.
    package func asked(counting lease: AnswerLease?) -> ServerRequest {
        var asked = self
        asked.lease = lease
        if method == "HEAD" { asked.method = "GET" }
        return asked
    }

    /// The value of a header that may occur once; `nil` when it is missing or occurs more than once.
    public func header(_ name: String) -> String? {
        let values = headers.filter { $0.name == name }
        return values.count == 1 ? values[0].value : nil
    }

    /// The token of `Authorization: Bearer`; the scheme is in either case of letters.
    package var bearer: String? {
        let parts = (header("authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// The value of a list header, joined from all its lines (RFC 9110, section 5.3); `nil` when it is missing.
    public func list(_ name: String) -> String? {
        let values = headers.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The limit of names and values together, in bytes: two tokens of the greatest length, and as much again.
    package static let largestHeaders = 32 * 1_024

    package var headersSize: Int { headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

    /// The limit of path and query together, in bytes.
    package static let longestTarget = 8 * 1_024

    package var isTargetTooLong: Bool { path.utf8.count + query.utf8.count > ServerRequest.longestTarget }

    /// The target as it was sent.
    package var target: String { query.isEmpty ? path : "\(path)?\(query)" }
}

extension ServerRequest {
    /// The media type of the body, in lower case and without parameters; empty when `Content-Type` is missing.
    package var mediaType: String {
        let type = header("content-type") ?? ""
        return type.split(separator: ";", omittingEmptySubsequences: false)[0].trimmingSpaces().lowercased()
    }

    /// Whether the body is compressed; the server never unpacks one, because a small body must not become a large one.
    package var isCoded: Bool {
        headers.contains { $0.name == "content-encoding" && $0.value.lowercased() != "identity" }
    }
}
