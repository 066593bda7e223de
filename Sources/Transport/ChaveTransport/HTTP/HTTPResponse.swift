/// An answer with any status: that a server refused is an answer, not an error of the transport.
public struct HTTPResponse: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// Names in any case.
    public var headers: HTTPHeaders
    /// The whole body; empty where there was none.
    public var body: [UInt8]

    /// For a transport of one's own.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A status of 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }
}
