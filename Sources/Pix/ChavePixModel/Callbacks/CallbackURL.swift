import ChaveBase

/// Where the bank sends the person back to.
///
/// The text is kept as it came: callback URLs are compared character by character.
public struct CallbackURL: Hashable, Sendable {
    /// As it came; URLs are compared by it, character by character.
    public let text: String
    /// In lower case.
    public let scheme: String
    /// In lower case; `nil` for an app's scheme without `//`.
    public let host: String?

    /// Which URLs are taken.
    public struct Rules: Hashable, Sendable {
        /// Also `http` on this machine, for tests.
        public var allowsLoopback: Bool
        /// Also schemes that an app declares, such as `meuapp://`.
        public var allowsAppSchemes: Bool
        /// Whether nothing will be added to the query, so that neither it nor a fragment matters.
        public var allowsAnyQuery: Bool

        /// Rules of one's own; https on its standard port is always allowed.
        public init(allowsLoopback: Bool, allowsAppSchemes: Bool, allowsAnyQuery: Bool = false) {
            self.allowsLoopback = allowsLoopback
            self.allowsAppSchemes = allowsAppSchemes
            self.allowsAnyQuery = allowsAnyQuery
        }

        /// Only https.
        public static let production = Rules(allowsLoopback: false, allowsAppSchemes: false)
        /// Also this machine and schemes of apps.
        public static let sandbox = Rules(allowsLoopback: true, allowsAppSchemes: true)
        /// For addresses to which no parameter is added, such as a webhook's.
        public static let anyHTTPS = Rules(allowsLoopback: false, allowsAppSchemes: false, allowsAnyQuery: true)
    }

    /// Why a text is no callback URL, in the order in which it is looked for.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// Longer than ``CallbackURL/longest``.
        case tooLong = "too_long"
        /// A character that RFC 3986 does not know, or a `%` without two digits.
        case character = "character"
        /// A scheme that the rules do not allow.
        case scheme = "scheme"
        /// A user name before the host.
        case userInfo = "user_info"
        /// No host, or one that is none.
        case host = "host"
        /// A port that the rules do not allow.
        case port = "port"
        /// A fragment: the redirection may need it.
        case fragment = "fragment"
        /// A parameter that the redirection brings.
        case reservedParameter = "reserved_parameter"
        /// A parameter that stands twice.
        case repeatedParameter = "repeated_parameter"
    }

    /// The parameters that a redirection brings; a callback URL must not have them already.
    public static let reservedParameters = [
        "state", "code", "id_token", "error", "error_description", "iss", "response",
    ]

    /// `nil` when `parsing:` refuses it.
    public init?(_ text: String, rules: Rules = .production) {
        guard let url = try? CallbackURL(parsing: text, rules: rules) else { return nil }
        self = url
    }

    /// Names the first thing that is wrong with the text.
    public init(parsing text: String, rules: Rules = .production) throws(Refusal) {
        let bytes = Array(text.utf8)
        guard bytes.count <= CallbackURL.longest else { throw .tooLong }
        guard CallbackURL.hasOnlyURLCharacters(bytes) else { throw .character }
        let parts = try CallbackParts(bytes, rules: rules)
        self.text = text
        scheme = parts.scheme
        host = parts.host
    }

    /// In bytes; a longer one does not fit every browser.
    public static let longest = 2_000

    /// RFC 3986, section 2: no space, no control character, no backslash, nothing beyond ASCII, `%` with two digits.
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
