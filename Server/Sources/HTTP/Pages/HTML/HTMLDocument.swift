/// A whole page with the parts that all pages share: the encoding, the width of the screen, style sheets and scripts.
///
/// Style sheets and scripts come from the same host.
public struct HTMLDocument: Sendable {
    public var language: String
    public var title: String
    /// The addresses of the style sheets, on the same host.
    public var stylePaths: [String]
    /// The addresses of the scripts, on the same host; each runs after the page is parsed.
    public var scriptPaths: [String]
    /// The address of the site's icon, on the same host.
    public var iconPath: String?
    /// A browser without scripts reloads the page after this number of seconds.
    public var reloadsAfterSeconds: Int?
    public var content: HTML

    public init(
        language: String,
        title: String,
        stylePaths: [String],
        scriptPaths: [String] = [],
        iconPath: String? = nil,
        reloadsAfterSeconds: Int? = nil,
        content: HTML
    ) {
        self.language = language
        self.title = title
        self.stylePaths = stylePaths
        self.scriptPaths = scriptPaths
        self.iconPath = iconPath
        self.reloadsAfterSeconds = reloadsAfterSeconds
        self.content = content
    }

    public var html: HTML {
        """
        <!DOCTYPE html>
        <html lang="\(language)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        \(styles)\(icon)\(scripts)\(reload)</head>
        <body>
        \(content)
        </body>
        </html>

        """
    }

    private var styles: [HTML] { stylePaths.map { "<link rel=\"stylesheet\" href=\"\($0)\">\n" } }

    private var icon: [HTML] { iconPath.map { ["<link rel=\"icon\" href=\"\($0)\">\n"] } ?? [] }

    private var scripts: [HTML] { scriptPaths.map { "<script src=\"\($0)\" defer></script>\n" } }

    private var reload: [HTML] {
        reloadsAfterSeconds.map { seconds in
            ["<noscript><meta http-equiv=\"refresh\" content=\"\(String(seconds))\"></noscript>\n"]
        } ?? []
    }
}
