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

    public init(_ names: [Name]) { self.names = Name.allCases.filter(names.contains) }

    /// Reads what was sent; nothing means `openid`.
    ///
    /// Names that are not known are left out, as OpenID Connect Core 1.0, section 3.1.2.1, asks, and each answer says which
    /// were granted.
    public init(reading text: String?) {
        guard let text else {
            self.init([.openID])
            return
        }
        self.init(text.split(separator: " ").compactMap { Name(rawValue: String($0)) })
    }

    /// `nil` where a name is not known.
    init?(exactly text: String) {
        var names: [Name] = []
        for part in text.split(separator: " ") {
            guard let name = Name(rawValue: String(part)) else { return nil }
            names.append(name)
        }
        self.init(names)
    }

    public func contains(_ name: Name) -> Bool { names.contains(name) }

    public func isSubset(of other: Scope) -> Bool { names.allSatisfy(other.contains) }

    public var text: String { names.map(\.rawValue).joined(separator: " ") }
}
