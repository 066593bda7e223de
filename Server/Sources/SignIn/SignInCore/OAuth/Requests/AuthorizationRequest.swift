public import ChaveBase
import ChaveWire

/// What a client asks of an authorization endpoint, checked against what it registered (OpenID Connect Core 1.0, 3.1.2.1).
///
/// Only ``SignIn`` makes one: its client is there, its redirect address is registered, its parameters hold.
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
    /// As it was sent.
    public let scopeText: String
    public let state: String?
    public let nonce: String?
    public let codeChallenge: CodeChallenge?
    /// `dpop_jkt` (RFC 9449, section 10): the thumbprint of the key that the code is bound to.
    public let proofKey: String?
    public let prompts: Set<Prompt>
    public let maximumAgeSeconds: Int64?
    public let loginHint: String?
    /// `sub` of `id_token_hint`: nobody else gets a code.
    public let hintedUser: String?
    /// What the tokens are for, as identifiers of resource servers; empty for the issuer itself.
    public let resources: [String]

    /// Checks everything but the client and the redirect address, which are what a refusal may be sent to.
    ///
    /// `provenKey` is the thumbprint of the key that a proof with the request was by; `looked`, what was looked up for it.
    init(
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

    /// What a request says that only records can tell: whom its hint names, what its tokens are for, and which scopes there are.
    struct LookedUp: Hashable, Sendable {
        var hintedUser: String?
        var resources: [String] = []
        /// Those of its scopes that are the tenant's own.
        var scopes: Set<String> = []
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

    /// Where there are both, they are one key (RFC 9449, section 10.1).
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
    /// What it is kept as between two calls.
    var content: JSONObject {
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

    init(tenant: TenantID, content: ContentReader) throws(SignInFault) {
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
