/// The issuer's server as its pages reach it: the tenant's token endpoint and the BFF, whatever carries the requests.
public protocol IssuerBackend: Sendable {
    func send(_ call: IssuerCall) async -> IssuerReply
}

/// A request of the issuer's pages.
public struct IssuerCall: Sendable {
    public var method: String
    /// The whole path on this host.
    public var path: String
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(_ method: String, _ path: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// What was answered.
public struct IssuerReply: Sendable {
    public var status: Int
    public var body: [UInt8]

    public init(status: Int, body: [UInt8] = []) {
        self.status = status
        self.body = body
    }
}
