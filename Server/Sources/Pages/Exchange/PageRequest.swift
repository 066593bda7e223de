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
    public var cookies: [String: String]
    public var acceptLanguage: String?
    /// What an event source has seen last.
    public var lastEventID: String?

    public init(
        method: String,
        path: String,
        rawQuery: String = "",
        query: [String: String] = [:],
        form: [String: String] = [:],
        cookies: [String: String] = [:],
        acceptLanguage: String? = nil,
        lastEventID: String? = nil
    ) {
        self.method = method
        self.path = path
        self.rawQuery = rawQuery
        self.query = query
        self.form = form
        self.cookies = cookies
        self.acceptLanguage = acceptLanguage
        self.lastEventID = lastEventID
    }

    public var language: PageLanguage { PageLanguage(accepting: acceptLanguage) }
    /// The parts of the path between its slashes.
    public var segments: [String] { path.split(separator: "/").map(String.init) }
}
