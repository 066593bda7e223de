import ChavePixModel

/// The messages about a device's credential (Enrollments 2.2.0; the members are those of WebAuthn Level 2).
extension Schema {
    static let ofbAskRegistrationOptions = ofbRequest(
        "EnrollmentFidoOptionsInput",
        "Asks for the options to create a credential.",
        .object(Schema("RegistrationOptionsInput", "The place at which the credential is made.", ceremony))
    )

    static let ofbRegistrationOptions = ofbUnlinkedAnswer(
        "EnrollmentFidoRegistrationOptions",
        "The options to create a credential.",
        .object(creationOptions)
    )

    static let ofbRegisterCredential = ofbRequest(
        "EnrollmentFidoRegistration",
        "Registers the credential that the device created.",
        .object(
            Schema(
                "RegisteredCredential",
                "The new credential.",
                [
                    .required("id", .ofbCredentialID, "The credential's id in base64url."),
                    .required("rawId", .ofbCredentialID, "The same id again."),
                    .required("response", .object(attestation), "The authenticator's answer."),
                    .optional(
                        "authenticatorAttachment",
                        .ofbKeyword,
                        "The way in which the authenticator is attached."
                    ),
                    .optional("type", .ofbKeyword, "The kind of credential: public-key."),
                    .optional("clientExtensionResults", .anyObject, "The results of extensions."),
                ]
            )
        )
    )

    static let ofbAskSignOptions = ofbRequest(
        "EnrollmentFidoSignOptionsInput",
        "Asks for the options to sign a consent.",
        .object(Schema("SignOptionsInput", "The place of the signature and the consent.", ceremony + consents))
    )

    static let ofbSignOptions = ofbUnlinkedAnswer(
        "EnrollmentFidoSignOptions",
        "The options to sign a consent.",
        .object(
            Schema(
                "RequestOptions",
                "The options that the device hands to its authenticator.",
                [
                    .required("challenge", .ofbBytes, "The bytes to sign, in base64url."),
                    .optional("timeout", .ofbNumber, "The milliseconds that the device has."),
                    .optional("rpId", .ofbHost, "The relying party's id."),
                    .optional(
                        "allowCredentials",
                        .ofbList(of: .object(descriptor)),
                        "The credentials that may sign."
                    ),
                    .optional("userVerification", .ofbKeyword, "Whether the person must be verified."),
                    .optional("extensions", .anyObject, "The extensions to use."),
                ]
            )
        )
    )

    /// The members of both requests for options.
    private static let ceremony: [Field] = [
        .required("rp", .ofbHost, "The relying party's id: the name in the initiator's certificate."),
        .required("platform", .enumeration(["ANDROID", "BROWSER", "CROSS_PLATFORM", "IOS"]), "The device's platform."),
    ]

    private static let consents: [Field] = [
        .optional("consentId", .ofbURN, excludes: ["recurringConsentId"], "The consent of a payment."),
        .instead(of: "consentId", "recurringConsentId", .ofbURN, "The consent of automatic payments."),
    ]

    private static let creationOptions = Schema(
        "CreationOptions",
        "The options that the device hands to its authenticator.",
        [
            .required("enrollmentId", .ofbURN, "The enrollment that gets the credential."),
            .required("rp", .object(relyingParty), "The relying party."),
            .required("user", .object(user), "The owner of the credential."),
            .required("challenge", .ofbBytes, "The bytes to sign, in base64url."),
            .required("pubKeyCredParams", .ofbList(of: .object(parameters)), "The algorithms, the best one first."),
            .optional("timeout", .ofbNumber, "The milliseconds that the device has."),
            .optional(
                "excludeCredentials",
                .ofbList(of: .object(descriptor)),
                "The credentials whose authenticators may make no other one."
            ),
            .optional("authenticatorSelection", .object(selection), "The authenticators that may be used."),
            .optional("attestation", .ofbKeyword, "The attestation that the bank wants."),
            .optional(
                "attestationFormats",
                .ofbList(of: .ofbKeyword),
                "The formats of attestation that the bank reads."
            ),
            .optional("extensions", .anyObject, "The extensions to use."),
        ]
    )

    private static let relyingParty = Schema(
        "RelyingParty",
        "The initiator as a relying party.",
        [
            .required("id", .ofbHost, "The domain of the credential."),
            .required("name", .ofbWord, "The name for people."),
        ]
    )

    private static let user = Schema(
        "FidoUser",
        "The owner of a credential.",
        [
            .required("id", .ofbWord, "The user handle in base64url, another one for each enrollment."),
            .required("name", .ofbWord, "The name of the account."),
            .required("displayName", .ofbWord, "The name for people."),
        ]
    )

    private static let parameters = Schema(
        "CredentialParameters",
        "An algorithm of a credential.",
        [
            .required("alg", .ofbNumber, "The algorithm's number in COSE."),
            .required("type", .ofbKeyword, "The kind of credential: public-key."),
        ]
    )

    private static let descriptor = Schema(
        "CredentialDescriptor",
        "A credential that exists.",
        [
            .required("id", .ofbCredentialID, "The credential's id in base64url."),
            .required("type", .ofbKeyword, "The kind of credential: public-key."),
        ]
    )

    private static let selection = Schema(
        "AuthenticatorSelection",
        "The demands on an authenticator.",
        [
            .optional("authenticatorAttachment", .ofbKeyword, "The way in which the authenticator is attached."),
            .optional("userVerification", .ofbKeyword, "Whether the person must be verified."),
            .optional("requireResidentKey", .boolean, "Whether the credential must be discoverable."),
            .optional("residentKey", .ofbKeyword, "Whether the credential should be discoverable."),
        ]
    )

    private static let attestation = Schema(
        "FidoAttestation",
        "The authenticator's answer to the creation.",
        [
            .required("clientDataJSON", .ofbBytes, "The client data in base64url."),
            .required("attestationObject", .ofbBytes, "The attestation object in base64url."),
        ]
    )
}
