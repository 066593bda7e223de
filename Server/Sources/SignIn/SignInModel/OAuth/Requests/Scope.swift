/// The scope of a request or a token (RFC 6749, section 3.3; OpenID Connect Core 1.0, sections 5.4 and 11).
public struct Scope: Hashable, Sendable {
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// An ID token, and the right to ask for its subject.
        case openID = "openid"
        case profile
        case email
        /// A refresh token, for every kind of client.
        case offlineAccess = "offline_access"
    }

    public let names: [Name]
    /// The tenant's own scopes (``ClaimScope``), in alphabetical order.
    public let custom: [String]

    public init(_ names: [Name], custom: [String] = []) {
        self.names = Name.allCases.filter(names.contains)
        self.custom = Set(custom).sorted()
    }

    /// Reads a requested scope; no text means `openid`.
    ///
    /// `known` are the tenant's own names. Unknown names are left out, as OpenID Connect Core 1.0, section 3.1.2.1,
    /// asks, and each answer names the granted scopes.
    public init(reading text: String?, known: Set<String> = []) {
        guard let text else {
            self.init([.openID])
            return
        }
        let all = Scope(granted: text)
        self.init(all.names, custom: all.custom.filter(known.contains))
    }

    /// Reads a granted scope, whose names were all known then; a refresh reads its part of the grant in this way too.
    package init(granted text: String) {
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

    /// The names of both scopes.
    package func joined(with other: Scope) -> Scope { Scope(names + other.names, custom: custom + other.custom) }

    public var text: String { (names.map(\.rawValue) + custom).joined(separator: " ") }
}
