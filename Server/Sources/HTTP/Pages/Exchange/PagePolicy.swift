/// What a browser may do with a page: nothing from other hosts, in nobody's frame, named to nobody.
public struct PagePolicy: Hashable, Sendable {
    /// Whether the page shows images of its own host.
    public var hasImages: Bool
    /// Whether it runs the scripts of its own host, which may ask that host alone; never one that stands in the page.
    public var hasScripts: Bool
    /// Where its forms may lead in the end; to nowhere when there is none.
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

    /// Also of an answer that sends the browser elsewhere.
    public static let common: [(name: String, value: String)] = [
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ]
}
