public import ChaveBase

/// The parts of a browser's request that pages use.
public struct PageRequest: Hashable, Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// The path below the mount path, with its slash: `/<institution>/authorize`.
    public var path: String
    /// The query as the browser sent it, without the question mark.
    public var rawQuery: String
    /// The decoded query; the first of two values with the same name counts.
    public var query: [String: String]
    /// The decoded fields of a form; the first of two values with the same name counts.
    public var form: [String: String]
    /// The body of a form as the browser sent it, for code that must see a duplicate name.
    public var rawForm: String
    public var cookies: [String: String]
    public var acceptLanguage: String?
    /// The id of the last event that an event source received.
    public var lastEventID: String?
    /// The browser's description of itself, which may be any text.
    public var userAgent: String?
    /// The client's address as 16 bytes, with IPv4 in its mapped form; `nil` when the address is unknown.
    public var clientAddress: IPAddress?

    public init(
        method: String,
        path: String,
        rawQuery: String = "",
        query: [String: String] = [:],
        form: [String: String] = [:],
        rawForm: String = "",
        cookies: [String: String] = [:],
        acceptLanguage: String? = nil,
        lastEventID: String? = nil,
        userAgent: String? = nil,
        clientAddress: IPAddress? = nil
    ) {
        self.method = method
        self.path = path
        self.rawQuery = rawQuery
        self.query = query
        self.form = form
        self.rawForm = rawForm
        self.cookies = cookies
        self.acceptLanguage = acceptLanguage
        self.lastEventID = lastEventID
        self.userAgent = userAgent
        self.clientAddress = clientAddress
    }

    public var language: PageLanguage { PageLanguage(accepting: acceptLanguage) }
    /// The parts of the path between its slashes.
    public var segments: [String] { path.split(separator: "/").map(String.init) }
}
