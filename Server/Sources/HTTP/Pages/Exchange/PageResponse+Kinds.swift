public import ChaveWire

extension PageResponse {
    /// A page that no cache stores: pages name people and contain the values that authorize their requests.
    public static func page(
        _ status: Int = 200,
        _ html: HTML,
        language: PageLanguage,
        policy: PagePolicy
    ) -> PageResponse {
        PageResponse(
            status: status,
            headers: [
                Header(name: "Content-Type", value: "text/html; charset=utf-8"),
                Header(name: "Content-Language", value: language.rawValue),
                Header(name: "Vary", value: "Accept-Language"),
                Header(name: "Cache-Control", value: "no-store"),
            ] + policy.headers.map { Header(name: $0.name, value: $0.value) },
            body: Array(html.source.utf8)
        )
    }

    /// A redirect with 303: the browser loads the other page with GET, whatever the method was.
    public static func redirect(to location: String) -> PageResponse {
        PageResponse(status: 303, headers: [Header(name: "Location", value: location)] + common)
    }

    public static func methodNotAllowed(_ allowed: String) -> PageResponse {
        PageResponse(status: 405, headers: [Header(name: "Allow", value: allowed)] + common)
    }

    /// An answer to a page's own script; `json` goes out unchanged.
    public static func json(_ json: [UInt8], status: Int = 200) -> PageResponse {
        PageResponse(
            status: status,
            headers: [Header(name: "Content-Type", value: "application/json")] + common,
            body: json
        )
    }

    /// One event for an event source, which reconnects after `retryMilliseconds` with the event's id.
    ///
    /// `json` is one line, as the encoder writes it.
    public static func event(
        _ name: String,
        id: String,
        json: JSONValue,
        retryMilliseconds: Int
    ) -> PageResponse {
        let text = "retry: \(retryMilliseconds)\nid: \(id)\nevent: \(name)\ndata: \(json.text)\n\n"
        return PageResponse(
            status: 200,
            headers: [Header(name: "Content-Type", value: "text/event-stream")] + common,
            body: Array(text.utf8)
        )
    }

    /// A file that the browser keeps under that name, made for this request.
    public static func file(_ name: String, _ type: String, _ body: [UInt8]) -> PageResponse {
        PageResponse(
            status: 200,
            headers: [
                Header(name: "Content-Type", value: type),
                Header(name: "Content-Disposition", value: "attachment; filename=\"\(name)\""),
            ] + common,
            body: body
        )
    }

    /// A file that does not change while the server runs.
    public static func asset(_ type: String, _ body: [UInt8]) -> PageResponse {
        PageResponse(
            status: 200,
            headers: [
                Header(name: "Content-Type", value: type),
                Header(name: "Cache-Control", value: "public, max-age=3600"),
                Header(name: "X-Content-Type-Options", value: "nosniff"),
            ],
            body: body
        )
    }

    public func setting(_ cookie: PageCookie) -> PageResponse {
        var response = self
        response.headers.append(Header(name: "Set-Cookie", value: cookie.text))
        return response
    }

    private static let common =
        [Header(name: "Cache-Control", value: "no-store")]
        + PagePolicy.common.map { Header(name: $0.name, value: $0.value) }
}
