import ChaveBase
import ChavePixModel
import HTTPKernel
import SignInCore
import SignInModel

extension Field {
    /// The core alone checks this field (docs/sign-in.md), so that there is one limit and one sentence about it.
    static let deviceName = Field(
        "device_name",
        .text(.anyText),
        .required,
        "What people call the device: 1 to 64 characters on one line, spaces round it left out."
    )

    static func seconds(_ name: String, _ summary: String, _ presence: Presence = .required) -> Field {
        Field(name, .integer(0...Int64.max), presence, isNullable: false, summary)
    }

    /// One page of a list.
    fileprivate static func page(_ name: String, of schema: Schema) -> Field {
        Field(name, .array(.object(schema), count: 0...1_000, takesSingleValue: false), .required, "By age.")
    }
}

extension Schema {
    private static let nextPage = Field.saidIfAny("next_page_token", "page_token of the next page, if there is one.")
    private static let created = Field("date_created", .timestamp, .required, "When it was made.")
    static let risks = Field(
        "risks",
        .array(.text(.anyText), count: 1...50, takesSingleValue: false),
        .optional,
        isNullable: false,
        "What a developer should know about the addresses, one sentence each."
    )

    static let user = Schema(
        "User",
        "A person of the tenant.",
        [
            .said("internal_id", "sub of its tokens."), .said("external_id", "The tenant's own name for the person."),
            .said("email", "Where links are mailed."),
            Field("email_verified", .boolean, .required, "Whether a link that was mailed there was used."),
            .saidIfAny("pending_email", "A new address, until a link that was mailed there is confirmed."),
            .said("user_name", "preferred_username of its tokens."),
            .said("display_name", "What people see."),
            Field(
                "claims",
                .anyObject,
                .optional,
                isNullable: false,
                "What the tenant says of them beside, if anything."
            ),
            created,
            Field("date_modified", .timestamp, .required, "When it was last changed."),
            Field("status", .enumeration(User.Status.allCases.map(\.rawValue)), .required, "Whether they may sign in."),
        ]
    )
    static let users = Schema("Users", "One page of people.", [.page("users", of: .user), nextPage])

    static let device = Schema(
        "Device",
        "A credential on a device.",
        [
            .said("credential_id", "Its name."), .saidIfAny("parent_id", "The device that let it in."),
            Field("depth", .integer(0...4), .required, "How many device certificates stand above its own."),
            .said("device_name", "What people call it."),
            Field(
                "status",
                .enumeration(RecordedCredential.Status.allCases.map(\.rawValue)),
                .required,
                "Whether it counts."
            ),
            created,
            Field("date_revoked", .timestamp, .optional, isNullable: false, "When it was revoked."),
        ]
    )
    static let devices = Schema(
        "Devices",
        "One page of a person's credentials.",
        [.page("devices", of: .device), nextPage]
    )

    private static let clientFields = [
        Field.said("client_id", "Its name."), .said("name", "What people see when they are asked."),
        Field(
            "redirect_uris",
            .array(.text(.anyText), count: 1...20, takesSingleValue: false),
            .required,
            "Where it may be sent back to."
        ),
        Field(
            "post_logout_redirect_uris",
            .array(.text(.anyText), count: 0...20, takesSingleValue: false),
            .required,
            "Where a browser may be sent after a logout."
        ),
        .saidIfAny("backchannel_logout_uri", "Where it is told of sessions that ended."),
        Field("backchannel_logout_session_required", .boolean, .required, "Whether it wants sid in what it is told."),
        Field("jwks", .anyObject, .optional, isNullable: false, "The public keys of private_key_jwt."),
        Field(
            "former_secret_expires_at",
            .timestamp,
            .optional,
            isNullable: false,
            "Until when the secret before the last rotation counts too."
        ),
        Field(
            "token_endpoint_auth_method",
            .enumeration(OIDCClient.TokenAuthentication.allCases.map(\.rawValue)),
            .required,
            "How it proves itself."
        ),
        Field(
            "id_token_signed_response_alg",
            .enumeration(OIDCClient.IDTokenAlgorithm.allCases.map(\.rawValue)),
            .required,
            "What its ID tokens are signed with."
        ),
        Field("dpop_bound_access_tokens", .boolean, .required, "Whether its tokens must be bound to a key."), created,
    ]
    static let client = Schema("Client", "An app or a site.", clientFields)
    static let clients = Schema("Clients", "One page of clients.", [.page("clients", of: .client), nextPage])
    static let registeredClient = Schema(
        "RegisteredClient",
        "A client, with its secret this once.",
        clientFields + [.saidIfAny("client_secret", "Where one was made: told once and not kept."), risks]
    )

    static let profile = Schema(
        "Profile",
        "What people see of a tenant, and where its links lead.",
        [
            .said("profile_display_name", "What people are shown."), .saidIfAny("profile_logo_uri", "A picture."),
            .saidIfAny("support_email", "Stands in mails."),
            .saidIfAny("app_enroll_uri", "Where an app registers people."),
            .saidIfAny("app_login_uri", "Where an app signs people in."),
            .saidIfAny("registration_redirect_uri", "Where mailed links lead."), risks,
        ]
    )
}
