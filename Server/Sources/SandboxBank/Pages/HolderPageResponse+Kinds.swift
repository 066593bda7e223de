import ChavePixModel
import Pages

extension HolderPageResponse {
    /// A page; `callback` is where its form may lead in the end, which Chromium checks against `form-action`.
    static func page(
        _ status: Int,
        _ html: HTML,
        language: PageLanguage,
        callback: CallbackURL? = nil
    ) -> HolderPageResponse {
        let targets = ["'self'"] + (callback.map { [$0.contentSecuritySource] } ?? [])
        let policy = PagePolicy(hasImages: true, formTargets: targets)
        return HolderPageResponse(
            status: status,
            headers: [
                Header(name: "Content-Type", value: "text/html; charset=utf-8"),
                Header(name: "Content-Language", value: language.rawValue),
                Header(name: "Cache-Control", value: "no-store"),
            ] + policy.headers.map { Header(name: $0.name, value: $0.value) },
            body: Array(html.source.utf8)
        )
    }

    /// 303: whatever the method was, the browser gets the other page.
    static func redirect(to location: String) -> HolderPageResponse {
        HolderPageResponse(status: 303, headers: [Header(name: "Location", value: location)] + common, body: [])
    }

    static func methodNotAllowed(_ allowed: String) -> HolderPageResponse {
        HolderPageResponse(status: 405, headers: [Header(name: "Allow", value: allowed)] + common, body: [])
    }

    /// Something that never changes.
    static func asset(_ type: String, _ body: [UInt8]) -> HolderPageResponse {
        HolderPageResponse(
            status: 200,
            headers: [
                Header(name: "Content-Type", value: type),
                Header(name: "Cache-Control", value: "public, max-age=3600"),
                Header(name: "X-Content-Type-Options", value: "nosniff"),
            ],
            body: body
        )
    }

    func setting(_ cookie: String) -> HolderPageResponse {
        var response = self
        response.headers.append(Header(name: "Set-Cookie", value: cookie))
        return response
    }

    /// Pages name people and hold tickets: they are kept by nobody and named to nobody.
    private static let common =
        [Header(name: "Cache-Control", value: "no-store")]
        + PagePolicy.common.map { Header(name: $0.name, value: $0.value) }
}

extension CallbackURL {
    /// As a source of a Content-Security-Policy: the origin of a web address, the scheme of an app's.
    ///
    /// The authority of a callback URL is a plain host and a port, so nothing in it can end the directive.
    var contentSecuritySource: String {
        guard scheme == "https" || scheme == "http" else { return "\(scheme):" }
        let start = scheme.utf8.count + 3
        let authority = text.utf8.dropFirst(start).prefix { !"/?#".utf8.contains($0) }
        return "\(scheme)://\(String(decoding: authority, as: UTF8.self))"
    }
}
