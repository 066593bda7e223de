import ChaveBase
package import ChaveWire

/// A scope of a tenant's own, and the claims that it opens.
public struct ClaimScope: Hashable, Sendable {
    /// The name that a client asks for.
    public var name: String
    public var claims: [String]
    /// Whether ID tokens carry the claims too; user information has them in any case.
    public var isInIDToken: Bool
    /// The sentence on the consent page.
    public var sentence: String?

    public init(name: String, claims: [String], isInIDToken: Bool = false, sentence: String? = nil) {
        self.name = name
        self.claims = claims
        self.isInIDToken = isInIDToken
        self.sentence = sentence
    }

    /// The most scopes of a tenant, and the most claims of all its scopes together.
    package static let (most, mostClaims) = (20, 50)

    /// The scope names of OpenID Connect Core 1.0, sections 5.4 and 11, which a tenant's scopes cannot have.
    private static let taken: Set<String> = Set(Scope.Name.allCases.map(\.rawValue)).union(["address", "phone"])

    /// Checks all scopes of a tenant.
    package static func check(_ scopes: [ClaimScope]) throws(OAuthError) {
        let field = "scopes"
        guard scopes.count <= most else { throw TextRule.refusal(field, "must have at most \(most) scopes") }
        guard Set(scopes.map(\.name)).count == scopes.count else {
            throw TextRule.refusal(field, "names a scope twice")
        }
        for scope in scopes { try scope.check(field) }
        guard Set(scopes.flatMap(\.claims)).count <= mostClaims else {
            throw TextRule.refusal(field, "must open at most \(mostClaims) claims together")
        }
    }

    private func check(_ field: String) throws(OAuthError) {
        guard (1...64).contains(name.utf8.count), name.utf8.first.map({ (0x61...0x7A).contains($0) }) ?? false,
            name.utf8.allSatisfy({ TextRule.isAlphanumeric($0) || "_-.:/".utf8.contains($0) })
        else {
            throw TextRule.refusal(
                field,
                "must have names of a small letter, then letters, digits and _ - . : /, at most 64 of them"
            )
        }
        guard !ClaimScope.taken.contains(name) else {
            throw TextRule.refusal(field, "must not have a name that OpenID Connect gives to a scope")
        }
        guard (1...CustomClaims.most).contains(claims.count), Set(claims).count == claims.count else {
            throw TextRule.refusal(field, "must open 1 to \(CustomClaims.most) claims each, none twice")
        }
        for claim in claims { try ClaimName.check(claim, field) }
        if let sentence { try TextRule.line(sentence, field, longest: 200) }
    }

    package var content: JSONValue {
        var content = JSONObject()
        content.set("name", name)
        content.set("claims", claims)
        content.set("is_in_id_token", isInIDToken)
        content.set("sentence", sentence)
        return .object(content)
    }

    package init(_ content: JSONValue) throws(SignInFault) {
        guard let object = content.object else { throw .damaged(kind: Tenant.kind) }
        let reader = ContentReader(kind: Tenant.kind, content: object)
        name = try reader.text("name")
        claims = try reader.texts("claims")
        isInIDToken = try reader.flag("is_in_id_token")
        sentence = try reader.optionalText("sentence")
    }
}
