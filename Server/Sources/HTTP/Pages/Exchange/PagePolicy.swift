/// The permissions of a page in a browser: nothing from other hosts, no frame, and no referrer.
public struct PagePolicy: Hashable, Sendable {
    /// Whether the page shows images of its own host.
    public var hasImages: Bool
    /// Whether the page runs scripts of its own host, which may send requests to that host only; inline scripts never
    /// run.
    public var hasScripts: Bool
    /// The hosts to which its forms may lead in the end; without an entry, a form leads nowhere.
    public var formTargets: [String]

    public init(hasImages: Bool = false, hasScripts: Bool = false, formTargets: [String] = []) {
        self.hasImages = hasImages
        self.hasScripts = hasScripts
        self.formTargets = formTargets
    }

    public var headers: [(name: String, value: String)] {
        [("Content-Security-Policy", contentSecurity)] + PagePolicy.common
    }

    private var contentSecurity: String {
        let images = hasImages ? ["img-src 'self'"] : []
        let scripts = hasScripts ? ["script-src 'self'", "connect-src 'self'"] : []
        let targets = formTargets.isEmpty ? "'none'" : formTargets.joined(separator: " ")
        let directives =
            ["default-src 'none'", "style-src 'self'"] + images + scripts
            + ["form-action \(targets)", "base-uri 'none'", "frame-ancestors 'none'"]
        return directives.joined(separator: "; ")
    }

    /// The headers of every answer, including a redirect.
    public static let common: [(name: String, value: String)] = [
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ]
}
