public import ChaveBase

/// A browser's request, as far as pages look at it.
public struct PageRequest: Hashable, Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// Below the mount path, with its slash: `/<institution>/authorize`.
    public var path: String
    /// As it was sent, without the question mark.
    public var rawQuery: String
    /// Decoded; of a name that stands twice, the first.
    public var query: [String: String]
    /// The fields of a form, decoded; of a name that stands twice, the first.
    public var form: [String: String]
    /// The body of a form as it was sent, for whoever must see a name that stands twice.
    public var rawForm: String
    public var cookies: [String: String]
    public var acceptLanguage: String?
    /// What an event source has seen last.
    public var lastEventID: String?
    /// What the browser says of itself, which may be anything.
    public var userAgent: String?
    /// Where it comes from, as 16 bytes, IPv4 in its mapped form; `nil` where that is not known.
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
