import ChaveBase
import ChavePixModel
import HTTPKernel
import SignInCore
import SignInModel

extension Schema {
    private static let certificates = FieldType.array(.text(.anyText), count: 1...6, takesSingleValue: false)
    static let renewed = Field(
        "chain",
        certificates,
        .optional,
        isNullable: false,
        "The certificates from now on, where they were renewed, PEM, leaf first."
    )

    static let boundCredential = Schema(
        "BoundCredential",
        "A credential with all that a device keeps of it.",
        [
            .said("credential_id", "Its name."), .said("tenant_id", "Whose it is."), .said("user_id", "For whom."),
            Field("chain", certificates, .required, "The certificates, PEM, leaf first, root last."),
            .said("root_fingerprint", "SHA-256 of the root's DER, base64."),
            Field("profile", .object(shownProfile), .required, "What people see of the tenant."),
            Field("created", .timestamp, .required, "When it was made."),
        ]
    )
    static let shownProfile = Schema(
        "ShownProfile",
        "What people see of a tenant beside a credential.",
        [
            .said("name", "The tenant's."), .said("logo_url", "A picture, or nothing."),
            .saidIfAny("login_uri", "Where an app signs people in."),
            .saidIfAny("enroll_uri", "Where an app registers people."),
        ]
    )

    static let challengeAnswer = Schema(
        "ChallengeAnswer",
        "A code for whoever proved its key.",
        [
            .said("authorization_code", "Good once, for 60 s."), .said("iss", "RFC 9207."),
            .saidIfAny("state", "As it was sent."), renewed,
        ]
    )

    private static let stateFields = [
        Field("status", .enumeration(ExtensionView.Status.allCases.map(\.rawValue)), .required, "Where it stands."),
        .saidIfAny("code", "Nine digits to show."), .seconds("code_expires_in", "Of the code.", .optional),
        Field("rotation", .integer(0...1_000), .required, "0 for the first code."),
        Field("pairing", .object(pairing), .optional, isNullable: false, "The device that waits for the person."),
    ]
    static let extensionState = Schema("ExtensionState", "How an extension stands.", stateFields)
    static let begunExtension = Schema(
        "BegunExtension",
        "An extension, with its token this once.",
        [.said("extension_id", "Its name."), .said("extension_token", "Opens it, as Bearer.")] + stateFields + [renewed]
    )
    private static let pairing = Schema(
        "Pairing",
        "A second device that came with the code.",
        [
            .said("pairing_id", "Its name."), .said("device_name", "What it calls itself."),
            .said("match_number", "What it shows: two digits."),
            Field(
                "choices",
                .array(.text(.anyText), count: 3...3, takesSingleValue: false),
                .required,
                "For the person to pick from."
            ),
            .said("to_be_signed", "The certificate to be signed, DER as base64."), .seconds("expires_in", "To answer."),
        ]
    )

    static let begunClaim = Schema(
        "BegunClaim",
        "A claim, with its token this once.",
        [
            .said("claim_id", "Its name."), .said("claim_token", "Opens it, as Bearer."),
            .said("match_number", "To show: two digits."), .seconds("expires_in", "For the person to answer."),
            Field("profile", .object(shownProfile), .required, "What people see of the tenant."),
        ]
    )
    static let claimState = Schema(
        "ClaimState",
        "What became of a claim.",
        [
            Field("status", .enumeration(ClaimView.Status.allCases.map(\.rawValue)), .required, "Where it stands."),
            Field("credential", .object(boundCredential), .optional, isNullable: false, "Once it is approved."),
        ]
    )
}
