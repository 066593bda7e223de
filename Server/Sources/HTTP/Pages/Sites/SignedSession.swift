public import ChaveBase
public import ChaveWire

/// A session that only a signed cookie stores: the browser can read it, and only the server can write it.
public struct SignedSession: Hashable, Sendable {
    /// The session's id, which binds the forms of its pages to this browser.
    public var id: String
    public var endsAt: Timestamp
    /// The site's own members, beside `id` and `ends`.
    public var content: JSONValue

    public init(id: String, endsAt: Timestamp, content: JSONValue) {
        self.id = id
        self.endsAt = endsAt
        self.content = content
    }

    /// Reads a cookie's value of at most 2,048 bytes; `nil` when the signature is wrong or the session has ended.
    public init?(cookie: String?, key: PageKey, at now: Timestamp) {
        guard let cookie, cookie.utf8.count <= 2_048, let text = key.text(signed: cookie),
            let json = try? JSONValue(parsing: text), let id = json["id"]?.string,
            let end = json["ends"]?.number?.int64
        else { return nil }
        let endsAt = Timestamp(seconds: end)
        guard now < endsAt else { return nil }
        self.init(id: id, endsAt: endsAt, content: json)
    }

    /// The cookie's value.
    public func signed(by key: PageKey) -> String {
        var object = content.object ?? JSONObject()
        object["id"] = .string(id)
        object["ends"] = JSONValue(endsAt.seconds)
        return key.signed(JSONValue.object(object).text)
    }
}
