public import ChaveWire

/// The Payments API as a merchant's server reaches it: requests out, answers back, whatever carries them.
public protocol PaymentsAPI: Sendable {
    func send(_ call: PaymentsCall) async -> PaymentsReply
}

/// A request of the merchant's server.
public struct PaymentsCall: Sendable {
    public var method: String
    /// After the API's prefix: `/enrollments/`.
    public var path: String
    /// Encoded, without the question mark.
    public var query: String
    public var headers: [(name: String, value: String)]
    public var body: JSONValue?

    public init(
        _ method: String,
        _ path: String,
        query: String = "",
        headers: [(name: String, value: String)] = [],
        body: JSONValue? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }
}

/// What the API answered.
public struct PaymentsReply: Sendable {
    public var status: Int
    public var entityTag: String?
    public var body: [UInt8]

    public init(status: Int, entityTag: String? = nil, body: [UInt8]) {
        self.status = status
        self.entityTag = entityTag
        self.body = body
    }
}

/// Why the API did not do what the shop asked for.
enum ShopFailure: Error, Hashable, Sendable {
    /// There is no such object, or it is somebody else's.
    case notFound
    /// Another answer of the API; `fields` are those that it names, `code` its first error.
    case refused(status: Int, code: String?, fields: [String])
    /// Not now: the bank did not answer, or the API has too much to do.
    case unavailable(isBank: Bool)
    /// An answer that cannot be read.
    case unreadable

    /// The first error of a refusal, as the API calls it.
    var code: String? {
        guard case .refused(_, let code, _) = self else { return nil }
        return code
    }
}
