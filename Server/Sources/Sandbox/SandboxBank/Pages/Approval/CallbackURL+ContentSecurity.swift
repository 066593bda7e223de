import ChavePixModel

extension CallbackURL {
    /// The URL as a source of a Content-Security-Policy: the origin of a web address, the scheme of an app's.
    ///
    /// The authority of a callback URL is a plain host and a port, so nothing in it can end the directive.
    var contentSecuritySource: String {
        guard scheme == "https" || scheme == "http" else { return "\(scheme):" }
        let start = scheme.utf8.count + 3
        let authority = text.utf8.dropFirst(start).prefix { !"/?#".utf8.contains($0) }
        return "\(scheme)://\(String(decoding: authority, as: UTF8.self))"
    }
}
