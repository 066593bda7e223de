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
    var client: IPAddress?
    /// Whether a page asks it for a request that has its place already.
    var isWithinPage = false

    public enum Body: Sendable {
        case bytes([UInt8])
        case tooLarge
        /// It did not come in its time.
        case overdue
        /// As many bytes of bodies are in memory as may be.
        case withoutRoom
    }

    public init(
        method: String,
        path: String,
        query: String = "",
        headers: [(name: String, value: String)] = [],
        body: Body = .bytes([])
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers.map { ($0.name.lowercased(), $0.value) }
        self.body = body
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
    static let largestHeaders = 32 * 1_024

    var headersSize: Int { headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

    /// The target as it was sent.
    var target: String { query.isEmpty ? path : "\(path)?\(query)" }
}
