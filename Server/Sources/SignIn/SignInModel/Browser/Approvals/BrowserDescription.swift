/// A description of the asking browser in the server's own words; none of the browser's own words is repeated.
public struct BrowserDescription: Hashable, Sendable {
    /// The browser's name; `nil` where it is none of the common browsers.
    public let browser: String?
    public let system: String?

    /// Reads a `User-Agent`, which may be any text.
    public init(userAgent: String?) {
        let text = String((userAgent ?? "").prefix(512))
        browser = BrowserDescription.browsers.first { text.contains($0.mark) }?.name
        system = BrowserDescription.systems.first { text.contains($0.mark) }?.name
    }

    /// Reads stored names; an unknown name becomes `nil`.
    package init(browser: String?, system: String?) {
        self.browser = BrowserDescription.browsers.first { $0.name == browser }?.name
        self.system = BrowserDescription.systems.first { $0.name == system }?.name
    }

    private typealias Name = (mark: String, name: String)

    /// The order matters, because most browsers also call themselves Chrome or Safari.
    private static let browsers: [Name] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems: [Name] = [
        ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
}
