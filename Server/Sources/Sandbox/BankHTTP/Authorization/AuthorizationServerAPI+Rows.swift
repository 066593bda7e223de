import ChaveJOSE
import ChaveWire
import HTTPKernel
import InstitutionPort
import OpenFinanceWire
import SandboxBank

extension AuthorizationServerAPI {
    static let rows: [Route<AuthorizationServerAPI>] = own + documents

    /// The documents of the interfaces, for everybody.
    private static let documents = BankDocument.places.map { path, version in
        row("GET", path, "read\(version)Document", "The OpenAPI document of an interface") {
            .json(BankDocument.json(version, at: $0.institution))
        }
    }

    private static let own: [Route<AuthorizationServerAPI>] = [
        row("GET", "/.well-known/openid-configuration", "readConfiguration", "What this server offers") {
            .json($0.institution.configuration)
        },
        row("GET", "/jwks", "readKeys", "The keys of identity tokens, and those for encrypted requests") {
            .json($0.keys)
        },
        row("POST", "/par", "pushRequest", "A signed authorization request", for: .certificate) {
            try await $0.pushRequest()
        },
        row("POST", "/token", "createToken", "Tokens for a code, a refresh or a client", for: .certificate) {
            try await $0.token()
        },
        row("POST", "/revocation", "revokeToken", "Takes a refresh token back", for: .certificate) {
            try await $0.revocation()
        },
        row("GET", "/userinfo", "readUser", "Who gave the token", for: .certificate) { try await $0.userInfo() },
        row("POST", "/register", "registerClient", "Registers a software statement", for: .certificate) {
            try await $0.register()
        },
        row("GET", "/register/{client}", "readClient", "A client's registration", for: .certificate) {
            try await $0.readRegistration()
        },
        row("PUT", "/register/{client}", "changeClient", "Replaces a client's registration", for: .certificate) {
            try await $0.changeRegistration()
        },
        row("DELETE", "/register/{client}", "removeClient", "Removes a client", answers: .noContent, for: .certificate)
        {
            try await $0.removeRegistration()
        },
    ]

    private static func row(
        _ method: String,
        _ template: String,
        _ name: String,
        _ summary: String,
        answers answer: RouteAnswer = .document("application/json"),
        for access: WireAccess = .everybody,
        _ handler: @escaping Route<AuthorizationServerAPI>.Handler
    ) -> Route<AuthorizationServerAPI> {
        Route(
            method,
            template,
            for: access,
            RouteText(name, summary),
            answers: answer,
            terms: method == "GET" ? .read : .write,
            .atOnce(handler)
        )
    }
}

extension WireInstitution {
    var tokenEndpoint: String { "\(mutualBase)/token" }
    var requestEndpoint: String { "\(mutualBase)/par" }

    /// The discovery document (RFC 8414; OpenID Connect Discovery 1.0, section 3).
    fileprivate var configuration: JSONValue {
        let endpoints: JSONValue = [
            "token_endpoint": .string(tokenEndpoint),
            "pushed_authorization_request_endpoint": .string(requestEndpoint),
            "revocation_endpoint": .string("\(mutualBase)/revocation"),
            "userinfo_endpoint": .string("\(mutualBase)/userinfo"),
            "registration_endpoint": .string("\(mutualBase)/register"),
        ]
        let document: JSONValue = [
            "issuer": .string(issuer),
            "authorization_endpoint": .string(authorizationEndpoint),
            "jwks_uri": .string("\(issuer)/jwks"),
            "mtls_endpoint_aliases": endpoints,
            "scopes_supported": ["openid", "payments", "nrp-consents", "enrollment:enrollmentId"],
            "response_types_supported": ["code id_token"],
            "response_modes_supported": ["fragment"],
            "grant_types_supported": ["authorization_code", "client_credentials", "refresh_token"],
            "acr_values_supported": ["urn:brasil:openbanking:loa2"],
            "subject_types_supported": ["public"],
            "claims_supported": ["sub", "acr"],
            "claims_parameter_supported": true,
            "id_token_signing_alg_values_supported": ["PS256"],
            "id_token_encryption_alg_values_supported": ["RSA-OAEP"],
            "id_token_encryption_enc_values_supported": ["A256GCM"],
            "request_object_signing_alg_values_supported": ["PS256"],
            "request_object_encryption_alg_values_supported": ["RSA-OAEP"],
            "request_object_encryption_enc_values_supported": ["A256GCM"],
            "request_parameter_supported": true,
            "request_uri_parameter_supported": true,
            "require_pushed_authorization_requests": true,
            "require_signed_request_object": true,
            "token_endpoint_auth_methods_supported": ["private_key_jwt"],
            "token_endpoint_auth_signing_alg_values_supported": ["PS256"],
            "revocation_endpoint_auth_methods_supported": ["private_key_jwt"],
            "code_challenge_methods_supported": ["S256"],
            "tls_client_certificate_bound_access_tokens": true,
            "authorization_response_iss_parameter_supported": false,
        ]
        var all = document.object ?? JSONObject()
        for (name, value) in endpoints.object?.members ?? [] { all[name] = value }
        return .object(all)
    }
}

extension AuthorizationContext {
    /// The keys of this institution's identity tokens, and those that requests are encrypted to.
    fileprivate var keys: JSONValue {
        let signing = wire.bank.identityKeys(of: institution.id).map(\.jwk)
        return ["keys": .array((signing + wire.decryption.jwks).map { .object($0) })]
    }
}
