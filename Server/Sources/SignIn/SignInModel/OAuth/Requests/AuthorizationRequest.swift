public import ChaveBase
package import ChaveWire

/// A client's authorization request, checked against its registration (OpenID Connect Core 1.0, 3.1.2.1).
///
/// Only `SignIn` makes one: its client exists, its redirect address is registered, and its parameters are valid.
public struct AuthorizationRequest: Hashable, Sendable, Redacted {
    public enum Prompt: String, Hashable, Sendable, CaseIterable {
        case none
        case login
        case consent
        case selectAccount = "select_account"
    }

    public let tenant: TenantID
    public let client: String
    public let redirectURI: String
    public let scope: Scope
    /// The scope as the client sent it.
    public let scopeText: String
    public let state: String?
    public let nonce: String?
    public let codeChallenge: CodeChallenge?
    /// `dpop_jkt` (RFC 9449, section 10): the thumbprint of the key that the code is bound to.
    public let proofKey: String?
    public let prompts: Set<Prompt>
    public let maximumAgeSeconds: Int64?
    public let loginHint: String?
    /// The `sub` of `id_token_hint`: no other user gets a code.
    public let hintedUser: String?
    /// The resource servers that the tokens are for, by identifier; empty for the issuer itself.
    public let resources: [String]

    /// Checks everything except the client and the redirect address, to which a refusal may be sent.
    ///
    /// `provenKey` is the thumbprint of the key of the request's proof. `looked` has the values that were looked up for
    /// the request.
    package init(
        _ parameters: OAuthParameters,
        client: OIDCClient,
        redirectURI: String,
        provenKey: String? = nil,
        looked: LookedUp
    ) throws(OAuthError) {
        try AuthorizationRequest.requireSupported(parameters)
        tenant = client.tenant
        self.client = client.id
        self.redirectURI = redirectURI
        scopeText = try parameters.bounded("scope", 512) ?? Scope.Name.openID.rawValue
        scope = Scope(reading: scopeText, known: looked.scopes)
        guard !scope.isEmpty else {
            throw OAuthError(.invalidScope, "None of the scopes is known here.", field: "scope")
        }
        state = try parameters.bounded("state", 1_024)
        nonce = try parameters.bounded("nonce", 512)
        codeChallenge = try CodeChallenge.read(parameters, of: client)
        proofKey = try AuthorizationRequest.proofKey(parameters["dpop_jkt"], provenKey)
        prompts = try AuthorizationRequest.prompts(parameters["prompt"])
        maximumAgeSeconds = try AuthorizationRequest.age(parameters["max_age"])
        loginHint = try parameters.bounded("login_hint", 256)
        hintedUser = looked.hintedUser
        resources = looked.resources
    }

    /// The values of a request that need a look at the records: the hint's user, the tokens' resources, the own scopes.
    package struct LookedUp: Hashable, Sendable {
        package var hintedUser: String?
        package var resources: [String] = []
        /// The request's scopes that the tenant defined itself.
        package var scopes: Set<String> = []

        package init(hintedUser: String? = nil, resources: [String] = [], scopes: Set<String> = []) {
            self.hintedUser = hintedUser
            self.resources = resources
            self.scopes = scopes
        }
    }

    private static func requireSupported(_ parameters: OAuthParameters) throws(OAuthError) {
        let refused: [(name: String, code: OAuthError.Code)] = [
            ("request", .requestNotSupported), ("request_uri", .requestURINotSupported),
        ]
        for (name, code) in refused where parameters[name] != nil {
            throw OAuthError(code, "Requests as objects are taken only through /v2/par.", field: name)
        }
        guard try parameters.required("response_type") == "code" else {
            throw OAuthError(.unsupportedResponseType, "The response type must be code.", field: "response_type")
        }
        guard (parameters["response_mode"] ?? "query") == "query" else {
            throw OAuthError(.invalidRequest, "The response mode must be query.", field: "response_mode")
        }
    }

    private static func prompts(_ text: String?) throws(OAuthError) -> Set<Prompt> {
        var prompts: Set<Prompt> = []
        for name in text?.split(separator: " ") ?? [] {
            guard let prompt = Prompt(rawValue: String(name)) else {
                throw OAuthError(.invalidRequest, "A prompt is not known.", field: "prompt")
            }
            prompts.insert(prompt)
        }
        guard !prompts.contains(.none) || prompts.count == 1 else {
            throw OAuthError(.invalidRequest, "The prompt none stands alone.", field: "prompt")
        }
        return prompts
    }

    /// Demands that `dpop_jkt` and the proof name one key where both exist (RFC 9449, section 10.1).
    private static func proofKey(_ text: String?, _ proven: String?) throws(OAuthError) -> String? {
        guard let text else { return proven }
        guard let bytes = try? Base64URL.decode(text), Digest(bytes: bytes)?.text == text else {
            throw OAuthError(.invalidRequest, "The thumbprint is no base64url of 32 bytes.", field: "dpop_jkt")
        }
        guard proven == nil || proven == text else {
            throw OAuthError(.invalidDPoPProof, "The proof is by another key than the one named.", field: "dpop_jkt")
        }
        return text
    }

    private static func age(_ text: String?) throws(OAuthError) -> Int64? {
        guard let text else { return nil }
        guard text.utf8.count <= 10, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let age = Int64(text) else {
            throw OAuthError(.invalidRequest, "The greatest age is no number of seconds.", field: "max_age")
        }
        return age
    }
}

extension AuthorizationRequest {
    /// The request's stored form between two calls.
    package var content: JSONObject {
        var content = JSONObject()
        content.set("client", client)
        content.set("redirect_uri", redirectURI)
        content.set("scope", scopeText)
        content.set("known_scope", scope.text)
        content.set("state", state)
        content.set("nonce", nonce)
        content.set("code_challenge", codeChallenge?.text)
        content.set("proof_key", proofKey)
        content.set("prompts", prompts.map(\.rawValue).sorted())
        content.set("max_age", maximumAgeSeconds)
        content.set("login_hint", loginHint)
        content.set("hinted_user", hintedUser)
        content.set("resources", resources)
        return content
    }

    package init(tenant: TenantID, content: ContentReader) throws(SignInFault) {
        self.tenant = tenant
        client = try content.text("client")
        redirectURI = try content.text("redirect_uri")
        scopeText = try content.text("scope")
        scope = Scope(granted: try content.text("known_scope"))
        state = try content.optionalText("state")
        nonce = try content.optionalText("nonce")
        if let text = try content.optionalText("code_challenge") {
            guard let challenge = CodeChallenge(text) else { throw .damaged(kind: content.kind) }
            codeChallenge = challenge
        } else {
            codeChallenge = nil
        }
        proofKey = try content.optionalText("proof_key")
        prompts = Set(try content.texts("prompts").compactMap(Prompt.init))
        maximumAgeSeconds = try content.optionalInteger("max_age")
        loginHint = try content.optionalText("login_hint")
        hintedUser = try content.optionalText("hinted_user")
        resources = try content.texts("resources")
    }
}

extension OAuthParameters {
    fileprivate func bounded(_ name: String, _ maximumLength: Int) throws(OAuthError) -> String? {
        guard let value = self[name] else { return nil }
        guard value.utf8.count <= maximumLength else {
            throw OAuthError(.invalidRequest, "A parameter is longer than \(maximumLength) bytes.", field: name)
        }
        return value
    }
}
