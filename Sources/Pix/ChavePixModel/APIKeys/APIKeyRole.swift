import ChaveBase

/// What an API key may do.
public enum APIKeyRole: String, Hashable, Sendable, CaseIterable, Codable {
    /// Everything of its organisation but its API keys.
    case standard = "STANDARD"
    /// Everything of its organisation.
    case administrator = "ADMINISTRATOR"

    /// The role of that name in any case.
    public init?(caseInsensitive text: String) {
        self.init(rawValue: asciiUppercased(text))
    }
}
