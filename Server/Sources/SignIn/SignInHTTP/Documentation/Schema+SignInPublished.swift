import ChaveBase
import ChavePixModel
import HTTPKernel

extension Field {
    fileprivate static func names(_ name: String, _ summary: String) -> Field {
        Field(name, .array(.text(.anyText), count: 1...100, takesSingleValue: false), .required, summary)
    }

    fileprivate static func flag(_ name: String, _ summary: String) -> Field {
        Field(name, .boolean, .required, summary)
    }
}

extension Schema {
    static let metadata = Schema(
        "Metadata",
        "A tenant's metadata (OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2).",
        [.said("issuer", "iss of its tokens.")] + endpoints + supported
    )

    private static let endpoints: [Field] = [
        .said("authorization_endpoint", "For browsers."),
        .said("authorization_challenge_endpoint", "Without one (draft-ietf-oauth-first-party-apps)."),
        .said("token_endpoint", "RFC 6749, section 3.2."),
        .said("userinfo_endpoint", "OpenID Connect Core 1.0, section 5.3."),
        .said("introspection_endpoint", "RFC 7662."), .said("revocation_endpoint", "RFC 7009."),
        .said("pushed_authorization_request_endpoint", "RFC 9126."),
        .said("end_session_endpoint", "OpenID Connect RP-Initiated Logout 1.0; for browsers."),
        .said("jwks_uri", "The public keys."),
    ]

    private static let supported: [Field] = [
        .names("scopes_supported", "Others are left out."), .names("response_types_supported", "code"),
        .names("response_modes_supported", "query"), .names("grant_types_supported", "Of the token endpoint."),
        .names("subject_types_supported", "public"), .names("prompt_values_supported", "Others are refused."),
        .names("acr_values_supported", "How people sign in."),
        .names("id_token_signing_alg_values_supported", "As a client registered."),
        .names("token_endpoint_auth_methods_supported", "As a client registered."),
        .names("revocation_endpoint_auth_methods_supported", "As a client registered."),
        .names("introspection_endpoint_auth_methods_supported", "Of confidential clients."),
        .names("token_endpoint_auth_signing_alg_values_supported", "Of private_key_jwt."),
        .names("revocation_endpoint_auth_signing_alg_values_supported", "Of private_key_jwt."),
        .names("introspection_endpoint_auth_signing_alg_values_supported", "Of private_key_jwt."),
        .names("code_challenge_methods_supported", "RFC 7636."),
        .names("dpop_signing_alg_values_supported", "RFC 9449."),
        .flag("authorization_response_iss_parameter_supported", "RFC 9207."),
        .flag("require_pushed_authorization_requests", "RFC 9126, section 5."),
        .flag("request_parameter_supported", "Requests as objects are not taken."),
        .flag("request_uri_parameter_supported", "But for those of the pushed request endpoint."),
        .flag("backchannel_logout_supported", "OpenID Connect Back-Channel Logout 1.0, section 2.1."),
        .flag("backchannel_logout_session_supported", "Each logout token has sid."),
        .names("claims_supported", "Of ID tokens and user information."),
    ]

    static let publicKeys = Schema(
        "PublicKeys",
        "The keys that ID tokens are signed with (RFC 7517, section 5).",
        [Field("keys", .array(.object(publicKey), count: 1...100, takesSingleValue: false), .required, "By kid.")]
    )

    private static let publicKey = Schema(
        "PublicKey",
        "A public key (RFC 7517, section 4; RFC 7518, section 6).",
        [
            .said("kty", "EC or RSA."), .said("kid", "Stands in the tokens' header."), .said("use", "sig"),
            .said("alg", "ES256 or RS256."), .saidIfAny("crv", "P-256, of EC."), .saidIfAny("x", "Of EC."),
            .saidIfAny("y", "Of EC."), .saidIfAny("n", "Of RSA."), .saidIfAny("e", "Of RSA."),
        ]
    )
}
