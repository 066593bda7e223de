/// Which browser asks, in words that are ours: none of what it says of itself is repeated.
public struct BrowserDescription: Hashable, Sendable {
    /// `nil` where it is none of those that most people use.
    public let browser: String?
    public let system: String?

    /// Of a `User-Agent`, which may be anything.
    public init(userAgent: String?) {
        let text = String((userAgent ?? "").prefix(512))
        browser = BrowserDescription.browsers.first { text.contains($0.mark) }?.name
        system = BrowserDescription.systems.first { text.contains($0.mark) }?.name
    }

    /// Of what was stored: a name that is not among ours is left out.
    init(browser: String?, system: String?) {
        self.browser = BrowserDescription.browsers.first { $0.name == browser }?.name
        self.system = BrowserDescription.systems.first { $0.name == system }?.name
    }

    private typealias Name = (mark: String, name: String)

    /// In this order, because most also call themselves Chrome or Safari.
    private static let browsers: [Name] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems: [Name] = [
        ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
        ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
}
