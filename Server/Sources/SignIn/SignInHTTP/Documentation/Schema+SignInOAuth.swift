import ChaveBase
import ChavePixModel
import HTTPKernel
import SignInCore
import SignInModel

extension Schema {
    private static func sent(
        _ name: String,
        _ summary: String,
        _ presence: Field.Presence = .optional,
        longest: Int = 2_048
    ) -> Field {
        Field(name, .text(longest: longest), presence, summary)
    }

    static let clientID = sent("client_id", "The client, where no header names it.")
    private static let clientProof = [
        sent("client_secret", "Of client_secret_post."),
        sent("client_assertion_type", "Of private_key_jwt (RFC 7523, section 2.2)."),
        sent("client_assertion", "Of private_key_jwt: the client's JWT.", longest: 8_192),
    ]
    private static let authorization = [
        sent("redirect_uri", "One that the client registered."), sent("response_type", "code"),
        sent("scope", "openid without; 512 bytes at most.", longest: 512),
        sent("state", "Comes back as it is; 1024 bytes at most.", longest: 1_024),
        sent("nonce", "Stands in the ID token; 512 bytes at most.", longest: 512),
        sent("code_challenge", "RFC 7636."), sent("code_challenge_method", "S256"),
        sent("dpop_jkt", "The key that the code is bound to (RFC 9449, section 10)."),
        sent("id_token_hint", "The one person who may have a code; one that ran out counts.", longest: 8_192),
        resource,
    ]
    private static let resource = sent("resource", "What the tokens are for (RFC 8707); may stand up to 8 times.")
    static let bearerForm = Schema(
        "BearerForm",
        "The token, where no header has it (RFC 6750, section 2.2).",
        [sent("access_token", "A bearer token.")]
    )
    static let proof = [
        sent("auth_session", "Of the first answer."),
        Field("assertion", .text(longest: 48 * 1_024), .optional, "The proof of the key."),
    ]

    static let challengeForm = Schema(
        "AuthorizeChallengeForm",
        "The request, then its proof (draft-ietf-oauth-first-party-apps).",
        [clientID] + authorization + proof
    )
    static let extensionForm = Schema("ExtensionForm", "The client, then the proof of the key.", [clientID] + proof)
    static let pushForm = Schema("PushForm", "The request (RFC 9126).", [clientID] + clientProof + authorization)
    static let tokenForm = Schema(
        "TokenForm",
        "A code or a refresh token (RFC 6749, sections 4.1.3 and 6).",
        [
            Field("grant_type", .enumeration(["authorization_code", "refresh_token"]), .required, "Which of the two."),
            clientID, sent("code", "Of authorization_code."),
            sent("redirect_uri", "As it was asked with."),
            sent("code_verifier", "RFC 7636."), sent("refresh_token", "Of refresh_token."), sent("scope", "A part."),
            sent("resource", "A part of those that were asked for (RFC 8707); may stand up to 8 times."),
        ] + clientProof
    )
    static let aboutTokenForm = Schema(
        "AboutTokenForm",
        "A token (RFC 7009, RFC 7662).",
        [sent("token", "Access or refresh.", .required), sent("token_type_hint", "Ignored."), clientID]
            + clientProof
    )

    static let tokens = Schema(
        "Tokens",
        "RFC 6749, section 5.1.",
        [
            .said("access_token", "Opaque."),
            Field("token_type", .enumeration(["Bearer", "DPoP"]), .required, "How to send it."),
            .seconds("expires_in", "Of the access token."), .said("scope", "What was granted."),
            .saidIfAny("refresh_token", "Spent by its use."), .saidIfAny("id_token", "Who signed in, as JWT."),
        ]
    )
    static let pushed = Schema(
        "PushedRequest",
        "RFC 9126, section 2.2.",
        [.said("request_uri", "To open once."), .seconds("expires_in", "Of it.")]
    )
    static let introspection = Schema(
        "Introspection",
        "RFC 7662, section 2.2; of a token that does not count only active.",
        [
            Field("active", .boolean, .required, "Whether it counts."), .saidIfAny("iss", "Who gave it."),
            .saidIfAny("sub", "Whom it is about."), .saidIfAny("client_id", "Whose it is."),
            .saidIfAny("scope", "What it opens."),
            Field(
                "aud",
                .array(.text(.anyText), count: 1...8, takesSingleValue: true),
                .optional,
                isNullable: false,
                "Who may take an access token."
            ),
            .saidIfAny("token_type", "How it is sent."),
            .seconds("iat", "Since when.", .optional), .seconds("exp", "Until when.", .optional),
            Field("cnf", .anyObject, .optional, isNullable: false, "The key that it is bound to."),
        ]
    )
    static let userInformation = Schema(
        "UserInformation",
        "OpenID Connect Core 1.0, section 5.3.",
        [
            .said("sub", "The person."), .saidIfAny("name", "By profile."),
            .saidIfAny("preferred_username", "By profile."),
            .seconds("updated_at", "By profile.", .optional), .saidIfAny("email", "By email."),
            Field(
                "email_verified",
                .boolean,
                .optional,
                isNullable: false,
                "By email: whether a link that was mailed there was used."
            ),
        ]
    )
    static let refusal = Schema(
        "Refusal",
        "RFC 6749, section 5.2, with further members by the code.",
        [
            Field(
                "error",
                .enumeration(OAuthError.Code.allCases.map(\.rawValue)),
                .required,
                "What it was refused for."
            ),
            .said("error_description", "One sentence for a developer."), .saidIfAny("field", "What is wrong."),
        ]
    )
}
