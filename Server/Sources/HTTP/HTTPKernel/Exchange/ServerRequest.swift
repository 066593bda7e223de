package import ChaveBase

/// A request as it came, before anything in it is believed.
public struct ServerRequest: Sendable {
    public var method: String
    /// The path as it was sent, without the query.
    public var path: String
    /// The query as it was sent, without the question mark.
    public var query: String
    /// Names in lower case.
    public var headers: [(name: String, value: String)]
    public var body: Body
    /// Whose request it is to the limits; `nil` where there was no socket.
    package var client: IPAddress?
    /// The method as it was sent: HEAD is asked for as GET, and its answer goes without the body.
    package private(set) var sentMethod: String
    /// Whether a page asks it for a request that has its place already.
    package var isWithinPage = false
    /// Where its answer counts while that is built; `nil` for a request within a page.
    package var lease: AnswerLease?

    public enum Body: Sendable {
        case bytes([UInt8])
        case tooLarge
        /// It did not come in its time.
        case overdue
        /// As many bytes of bodies are in memory as may be.
        case withoutRoom

        /// Whether the rest of it was not read.
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

    /// The same request as the routes see it.
    package func asked(counting lease: AnswerLease?) -> ServerRequest {
        var asked = self
        asked.lease = lease
        if method == "HEAD" { asked.method = "GET" }
        return asked
    }

    /// The value of a header that may stand once; `nil` when there is none or more than one.
    public func header(_ name: String) -> String? {
        let values = headers.filter { $0.name == name }
        return values.count == 1 ? values[0].value : nil
    }

    /// The value of a header that is a list, of all its lines (RFC 9110, section 5.3); `nil` when there is none.
    public func list(_ name: String) -> String? {
        let values = headers.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// In bytes, names and values together: two tokens of the greatest length, and as much again.
    package static let largestHeaders = 32 * 1_024

    package var headersSize: Int { headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

    /// In bytes, path and query together.
    package static let longestTarget = 8 * 1_024

    package var isTargetTooLong: Bool { path.utf8.count + query.utf8.count > ServerRequest.longestTarget }

    /// The target as it was sent.
    package var target: String { query.isEmpty ? path : "\(path)?\(query)" }
}
