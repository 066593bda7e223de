/// What a client asks for and what its tokens open (RFC 6749, section 3.3; OpenID Connect Core 1.0, sections 5.4 and 11).
public struct Scope: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// An ID token, and the right to ask who it is about.
        case openID = "openid"
        case profile
        case email
        /// A refresh token, whatever the client.
        case offlineAccess = "offline_access"
    }

    public let names: [Name]
    /// Those that the tenant named itself (``ClaimScope``), in the order of the alphabet.
    public let custom: [String]

    public init(_ names: [Name], custom: [String] = []) {
        self.names = Name.allCases.filter(names.contains)
        self.custom = Set(custom).sorted()
    }

    /// Reads what was sent; nothing means `openid`.
    ///
    /// `known` are the tenant's own names. Names that are not known are left out, as OpenID Connect Core 1.0, section 3.1.2.1, asks, and each answer says which
    /// were granted.
    public init(reading text: String?, known: Set<String> = []) {
        guard let text else {
            self.init([.openID])
            return
        }
        let all = Scope(granted: text)
        self.init(all.names, custom: all.custom.filter(known.contains))
    }

    /// Reads what was granted, each name of which was known then; so does a refresh, which asks for a part of that.
    init(granted text: String) {
        var (names, custom): ([Name], [String]) = ([], [])
        for part in text.split(separator: " ").map(String.init) {
            if let name = Name(rawValue: part) { names.append(name) } else { custom.append(part) }
        }
        self.init(names, custom: custom)
    }

    public var isEmpty: Bool { names.isEmpty && custom.isEmpty }

    public func contains(_ name: Name) -> Bool { names.contains(name) }

    public func isSubset(of other: Scope) -> Bool {
        names.allSatisfy(other.contains) && custom.allSatisfy(other.custom.contains)
    }

    /// Both together.
    func joined(with other: Scope) -> Scope { Scope(names + other.names, custom: custom + other.custom) }

    public var text: String { (names.map(\.rawValue) + custom).joined(separator: " ") }
}
