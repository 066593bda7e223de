import ChaveBase

/// The URL to which the bank sends the person back.
///
/// The text stays unchanged: callback URLs are compared character by character.
public struct CallbackURL: Hashable, Sendable {
    /// The URL as it came; comparisons use it character by character.
    public let text: String
    /// The scheme, in lower case.
    public let scheme: String
    /// The host, in lower case; `nil` for an app's scheme without `//`.
    public let host: String?

    /// The kinds of URL that are allowed.
    public struct Rules: Hashable, Sendable {
        /// Whether `http` on this machine is allowed, for tests.
        public var allowsLoopback: Bool
        /// Whether schemes that an app declares, such as `meuapp://`, are allowed.
        public var allowsAppSchemes: Bool
        /// Whether every query and every fragment is allowed, because nobody adds parameters later.
        public var allowsAnyQuery: Bool

        /// Custom rules; https on its standard port is always allowed.
        public init(allowsLoopback: Bool, allowsAppSchemes: Bool, allowsAnyQuery: Bool = false) {
            self.allowsLoopback = allowsLoopback
            self.allowsAppSchemes = allowsAppSchemes
            self.allowsAnyQuery = allowsAnyQuery
        }

        /// Allows only https.
        public static let production = Rules(allowsLoopback: false, allowsAppSchemes: false)
        /// Allows https, `http` on this machine, and the schemes of apps.
        public static let sandbox = Rules(allowsLoopback: true, allowsAppSchemes: true)
        /// Allows only https, with any query: for addresses that get no parameters, such as a webhook's.
        public static let anyHTTPS = Rules(allowsLoopback: false, allowsAppSchemes: false, allowsAnyQuery: true)
    }

    /// The reason why a text is no callback URL, in the order of the checks.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// The text is longer than ``CallbackURL/longest``.
        case tooLong = "too_long"
        /// The text has a character that RFC 3986 does not allow, or a `%` without two hex digits.
        case character = "character"
        /// The rules do not allow the scheme.
        case scheme = "scheme"
        /// The text has a user name before the host.
        case userInfo = "user_info"
        /// The host is missing or invalid.
        case host = "host"
        /// The rules do not allow the port.
        case port = "port"
        /// The text has a fragment, which the redirection may need.
        case fragment = "fragment"
        /// The query has a parameter that the redirection adds.
        case reservedParameter = "reserved_parameter"
        /// The query has the same parameter twice.
        case repeatedParameter = "repeated_parameter"
    }

    /// The parameters that a redirection adds; a callback URL must not have them already.
    public static let reservedParameters = [
        "state", "code", "id_token", "error", "error_description", "iss", "response",
    ]

    /// A callback URL; `nil` when ``init(parsing:rules:)`` refuses the text.
    public init?(_ text: String, rules: Rules = .production) {
        guard let url = try? CallbackURL(parsing: text, rules: rules) else { return nil }
        self = url
    }

    /// A callback URL; a refusal names the first problem of the text.
    public init(parsing text: String, rules: Rules = .production) throws(Refusal) {
        let bytes = Array(text.utf8)
        guard bytes.count <= CallbackURL.longest else { throw .tooLong }
        guard CallbackURL.hasOnlyURLCharacters(bytes) else { throw .character }
        let parts = try CallbackParts(bytes, rules: rules)
        self.text = text
        scheme = parts.scheme
        host = parts.host
    }

    /// The maximum length in bytes; not every browser accepts a longer URL.
    public static let longest = 2_000

    /// RFC 3986, section 2: no space, control character or backslash, nothing beyond ASCII, and `%` with two hex
    /// digits.
    private static func hasOnlyURLCharacters(_ bytes: [UInt8]) -> Bool {
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, hexValue(bytes[index + 1]) != nil,
                    hexValue(bytes[index + 2]) != nil
                else { return false }
            } else if !PercentEncoding.isUnreserved(byte), !reservedCharacters.contains(byte) {
                return false
            }
        }
        return true
    }

    private static let reservedCharacters = Set(":/?#[]@!$&'()*+,;=".utf8)
}

extension CallbackURL: CustomStringConvertible {
    public var description: String { text }
}
