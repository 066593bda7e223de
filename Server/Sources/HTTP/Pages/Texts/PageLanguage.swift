/// The two languages of the pages.
public enum PageLanguage: String, Hashable, Sendable, CaseIterable {
    case portuguese = "pt-BR"
    case english = "en"

    /// Picks the language that `Accept-Language` prefers (RFC 9110, section 12.5.4); Portuguese without a preference.
    public init(accepting header: String?) {
        var best: (language: PageLanguage, quality: Double) = (.portuguese, 0)
        for range in (header ?? "").prefix(512).split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard let tag = parts.first, let language = PageLanguage(tag: tag) else { continue }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if quality > best.quality { best = (language, quality) }
        }
        self = best.language
    }

    private init?(tag: String) {
        switch tag.split(separator: "-").first {
        case "pt": self = .portuguese
        case "en": self = .english
        default: return nil
        }
    }

    /// Picks the text of this language.
    public func callAsFunction(_ portuguese: String, _ english: String) -> String {
        switch self {
        case .portuguese: portuguese
        case .english: english
        }
    }
}
