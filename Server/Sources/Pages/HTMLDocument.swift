/// A whole page, with what is the same for all: the encoding, a phone's width, one style sheet and nothing else to load.
public struct HTMLDocument: Sendable {
    public var language: String
    public var title: String
    /// The address of the style sheet, on the same host.
    public var stylePath: String
    public var content: HTML

    public init(language: String, title: String, stylePath: String, content: HTML) {
        self.language = language
        self.title = title
        self.stylePath = stylePath
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
        <link rel="stylesheet" href="\(stylePath)">
        </head>
        <body>
        \(content)
        </body>
        </html>

        """
    }
}
