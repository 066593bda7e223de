/// A browser's request, as far as the holder's pages look at it.
public struct HolderPageRequest: Hashable, Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// Below the mount path, with its slash: `/<institution>/authorize`.
    public var path: String
    /// Decoded; of a name that stands twice, the first.
    public var query: [String: String]
    /// The fields of a form, decoded; of a name that stands twice, the first.
    public var form: [String: String]
    public var cookies: [String: String]
    public var acceptLanguage: String?

    public init(
        method: String,
        path: String,
        query: [String: String] = [:],
        form: [String: String] = [:],
        cookies: [String: String] = [:],
        acceptLanguage: String? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.form = form
        self.cookies = cookies
        self.acceptLanguage = acceptLanguage
    }
}

/// What goes back to the browser.
public struct HolderPageResponse: Hashable, Sendable {
    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    public var status: Int
    /// In order; no name but `Set-Cookie` may stand twice.
    public var headers: [Header]
    public var body: [UInt8]

    /// The first header of that name, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
