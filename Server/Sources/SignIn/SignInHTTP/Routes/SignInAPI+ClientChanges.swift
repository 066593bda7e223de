import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes of one client: reading, changing, and making another secret.
    var clientChangeRows: [SignInRoute] {
        [
            SignInRoute("GET", "/v0/oidc/clients/{id}") { [signIn] context in
                let tenant = try await managedTenant(context)
                return .object(try await signIn.client(context.parameter("id"), of: tenant).json)
            }.described("getClient", "Gives one client.", .client),
            SignInRoute("PATCH", "/v0/oidc/clients/{id}", body: .json(SignInAPI.clientPatch)) { [signIn] context in
                let tenant = try await managedTenant(context)
                let patch = try ClientPatch(try context.json())
                return .object(try await signIn.changeClient(context.parameter("id"), patch, of: tenant).json)
            }.described("changeClient", "Changes what is sent of a client.", .registeredClient),
            SignInRoute("POST", "/v0/oidc/clients/{id}/rotate-secret", body: .json(SignInAPI.rotation)) {
                [signIn] context in
                let tenant = try await managedTenant(context)
                let rotated = try await signIn.rotateSecret(
                    ofClient: context.parameter("id"),
                    overlapSeconds: try context.json().integer("overlap_seconds"),
                    of: tenant
                )
                return .object(rotated.json)
            }.described("rotateClientSecret", "Gives a client a new secret.", .registeredClient),
            SignInRoute("DELETE", "/v0/oidc/clients/{id}/former-secret") { [signIn] context in
                let tenant = try await managedTenant(context)
                try await signIn.endFormerSecret(ofClient: context.parameter("id"), of: tenant)
                return ServerAnswer(status: 204)
            }.described("endFormerClientSecret", "Ends the secret before the last rotation.", answers: 204),
        ]
    }

    static func redirectURIs(_ presence: Field.Presence) -> Field {
        Field(
            "redirect_uris",
            .array(.text(longest: 2_048), count: 1...20, takesSingleValue: false),
            presence,
            "Where it may be sent back to."
        )
    }

    static func authentication(_ presence: Field.Presence) -> Field {
        Field(
            "token_endpoint_auth_method",
            .enumeration(OIDCClient.TokenAuthentication.allCases.map(\.rawValue)),
            presence,
            "How it proves itself; none is a public client, which stays one."
        )
    }

    /// The optional fields that a registration and a change share.
    static let clientExtras = [
        Field(
            "post_logout_redirect_uris",
            .array(.text(longest: 2_048), count: 0...20, takesSingleValue: false),
            .optional,
            "Where a browser may be sent after a logout."
        ),
        Field(
            "backchannel_logout_uri",
            .text(longest: 2_048),
            .optional,
            "Where it is told of sessions that ended; null takes it away."
        ),
        Field(
            "backchannel_logout_session_required",
            .boolean,
            .optional,
            "Whether it wants sid in what it is told, which is there in any case."
        ),
        Field("jwks", .anyObject, .optional, "The public keys of private_key_jwt (RFC 7517, section 5)."),
    ]

    private static let clientPatch = Schema(
        "ChangeClientRequest",
        "What is to change in a client; the rest stays.",
        [
            Field("name", .text(longest: 200), .optional, "What people see when they are asked."),
            redirectURIs(.optional), authentication(.optional),
        ] + clientExtras
    )

    private static let rotation = Schema(
        "RotateClientSecretRequest",
        "For how long two secrets count.",
        [
            Field(
                "overlap_seconds",
                .integer(0...SignIn.longestSecretOverlapSeconds),
                .required,
                "How long the secret of now counts beside the new one; 0 ends it at once."
            )
        ]
    )
}

extension ClientPatch {
    fileprivate init(_ fields: JSONFields) throws(OAuthError) {
        self.init()
        name = fields.find("name")
        redirectURIs = fields.findTexts("redirect_uris")
        postLogoutRedirectURIs = fields.findTexts("post_logout_redirect_uris")
        if fields.isNull("backchannel_logout_uri") {
            backChannelLogoutURI = .some(nil)
        } else if let address = fields.find("backchannel_logout_uri") {
            backChannelLogoutURI = .some(address)
        }
        requiresLogoutSession = fields.findFlag("backchannel_logout_session_required")
        if fields.find("token_endpoint_auth_method") != nil {
            let method: OIDCClient.TokenAuthentication = try fields.choice("token_endpoint_auth_method")
            tokenAuthentication = method
        }
        jwks = fields.findObject("jwks")
    }
}
