/// The frame around all pages of one site: the site's name, the links, and the kind of site.
public struct PageLayout: Sendable {
    /// A link to another page of the site.
    public struct Link: Sendable {
        public var title: String
        public var path: String

        public init(_ title: String, _ path: String) {
            self.title = title
            self.path = path
        }
    }

    public var language: PageLanguage
    /// The site's name, which is part of each title and links to the home page.
    public var site: String
    public var home: String
    public var logoPath: String?
    public var links: [Link]
    public var footer: String
    /// Links to other sites of the same host, after the footer's text.
    public var footerLinks: [Link]
    /// The site's colour, as a class of the style sheet.
    public var theme: Theme
    /// Style sheets of this site alone, on the same host.
    public var stylePaths: [String]

    public enum Theme: String, Sendable { case bank, console, shop, start }

    public init(
        _ theme: Theme,
        language: PageLanguage,
        site: String,
        home: String,
        logoPath: String? = nil,
        links: [Link] = [],
        footer: String,
        footerLinks: [Link] = [],
        stylePaths: [String] = []
    ) {
        self.theme = theme
        self.language = language
        self.site = site
        self.home = home
        self.logoPath = logoPath
        self.links = links
        self.footer = footer
        self.footerLinks = footerLinks
        self.stylePaths = stylePaths
    }

    /// A whole page of the site.
    public func html(_ page: Page) -> HTML {
        HTMLDocument(
            language: language.rawValue,
            title: "\(page.title) · \(site)",
            stylePaths: [PageAsset.style.path] + stylePaths,
            scriptPaths: page.scripts,
            iconPath: PageAsset.icon.path,
            reloadsAfterSeconds: page.reloadsAfterSeconds,
            content: body(page)
        ).html
    }

    private func body(_ page: Page) -> HTML {
        """
        <a class="skip" href="#content">\(language("Ir para o conteúdo", "Skip to content"))</a>
        <header class="\(theme.rawValue)">
        <a class="site" href="\(home)">\(logo)\(site)</a>
        \(navigation(page))</header>
        <main id="content" class="\(theme.rawValue)" data-screen="\(page.screen)"\(reason(page))>
        <h1>\(page.title)</h1>
        \(page.content)
        </main>
        <footer><p>\(footer)\(waysOn)</p></footer>
        """
    }

    private var waysOn: [HTML] { footerLinks.map { " <a href=\"\($0.path)\">\($0.title)</a>" } }

    private var logo: HTML {
        logoPath.map { "<img src=\"\($0)\" alt=\"\" width=\"40\" height=\"40\">" } ?? ""
    }

    private func navigation(_ page: Page) -> HTML {
        guard !links.isEmpty else { return "" }
        let items: [HTML] = links.map { link in
            let isHere: HTML = link.path == page.path ? " aria-current=\"true\"" : ""
            return "<li><a href=\"\(link.path)\"\(isHere)>\(link.title)</a></li>\n"
        }
        return """
            <nav aria-label="\(language("Páginas", "Pages"))"><ul>
            \(items)</ul></nav>

            """
    }

    private func reason(_ page: Page) -> HTML { page.reason.map { " data-reason=\"\($0)\"" } ?? "" }
}

/// One page of a site, without the frame of all pages.
public struct Page: Sendable {
    /// The page's name for tests and scripts, such as `order-paid`.
    public var screen: String
    /// The reason that the page reports, with the API's name.
    public var reason: String?
    public var title: String
    /// The path of the layout's link that leads to this page.
    public var path: String?
    public var scripts: [String]
    public var reloadsAfterSeconds: Int?
    public var content: HTML

    public init(
        _ screen: String,
        reason: String? = nil,
        title: String,
        path: String? = nil,
        scripts: [String] = [],
        reloadsAfterSeconds: Int? = nil,
        content: HTML
    ) {
        self.screen = screen
        self.reason = reason
        self.title = title
        self.path = path
        self.scripts = scripts
        self.reloadsAfterSeconds = reloadsAfterSeconds
        self.content = content
    }
}
