import ChaveJOSE
import ChaveWire
import SignInModel

/// The result of checking a client's draft.
struct CheckedClient {
    /// Warnings about the client's addresses for its developer, one sentence each.
    var risks: [String]
    var keys: JWKSet?
}

extension SignIn {
    private static let maximumKeys = 10
    private static let maximumKeyBytes = 16 * 1_024

    /// Checks a client by the rules that hold for registering and for changing it.
    func checked(_ draft: ClientDraft) throws(OAuthError) -> CheckedClient {
        try TextRule.line(draft.name, "name")
        var risks = try SignIn.checked(draft.redirectURIs, "redirect_uris", 1...20)
        for risk in try SignIn.checked(draft.postLogoutRedirectURIs, "post_logout_redirect_uris", 0...20)
        where !risks.contains(risk) {
            risks.append(risk)
        }
        if let address = draft.backChannelLogoutURI, let fault = policy.backChannelFault(address) {
            throw TextRule.refusal("backchannel_logout_uri", fault)
        }
        return CheckedClient(risks: risks, keys: try SignIn.checkedKeys(draft))
    }

    private static func checked(
        _ addresses: [String],
        _ field: String,
        _ count: ClosedRange<Int>
    ) throws(OAuthError) -> [String] {
        guard count.contains(addresses.count) else {
            throw TextRule.refusal(field, "must have \(count.lowerBound) to \(count.upperBound) addresses")
        }
        guard Set(addresses).count == addresses.count else { throw TextRule.refusal(field, "names an address twice") }
        var risks: [String] = []
        for address in addresses {
            guard let risk = try RedirectAddress(address, field: field).risk, !risks.contains(risk) else { continue }
            risks.append(risk)
        }
        return risks
    }

    /// The keys of a client that authenticates by a key; each key has a name where there are several.
    private static func checkedKeys(_ draft: ClientDraft) throws(OAuthError) -> JWKSet? {
        guard draft.tokenAuthentication == .privateKeyJWT else {
            guard draft.jwks == nil else { throw TextRule.refusal("jwks", "is for private_key_jwt alone") }
            return nil
        }
        guard let jwks = draft.jwks else { throw TextRule.refusal("jwks", "must be there for private_key_jwt") }
        guard jwks.encoded().count <= maximumKeyBytes else { throw TextRule.refusal("jwks", "is longer than 16 KiB") }
        let keys: JWKSet
        do {
            keys = try JWKSet(json: jwks)
        } catch .privateKey {
            throw TextRule.refusal("jwks", "has a private key: make a new one, and send its public half")
        } catch {
            throw TextRule.refusal("jwks", "must be a JSON Web Key Set of public keys, no two of one kid")
        }
        guard (1...maximumKeys).contains(keys.keys.count) else {
            throw TextRule.refusal("jwks", "must have 1 to 10 keys for ES256, PS256, RS256 or EdDSA")
        }
        guard keys.keys.count == 1 || keys.keys.allSatisfy({ $0.keyID != nil }) else {
            throw TextRule.refusal("jwks", "must have a kid in each key where there are several")
        }
        return keys
    }
}

extension OIDCClient {
    /// Accepts all values that may be changed, and none that the server makes.
    mutating func take(_ draft: ClientDraft, _ checked: CheckedClient) {
        name = draft.name
        redirectURIs = draft.redirectURIs
        postLogoutRedirectURIs = draft.postLogoutRedirectURIs
        backChannelLogoutURI = draft.backChannelLogoutURI
        requiresLogoutSession = draft.requiresLogoutSession
        tokenAuthentication = draft.tokenAuthentication
        keys = checked.keys
    }
}
