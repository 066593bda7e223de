import ChavePixModel
import HTTPKernel
import SignInCore

extension Schema {
    static let passkey = Schema(
        "Passkey",
        "What a person made in a browser, to sign in there without a device.",
        [
            .said("passkey_id", "Its name."), .saidIfAny("browser", "In which browser it was made."),
            .saidIfAny("system", "On which system."),
            .saidIfAny("credential_id", "The device that let the person in to make it; it ends with that one."),
            Field("is_synced", .boolean, .required, "Whether it may be on other devices of the person too."),
            Field("date_created", .timestamp, .required, "When it was made."),
            Field("date_used", .timestamp, .optional, isNullable: false, "When it was last used."),
        ]
    )
    static let passkeys = Schema(
        "Passkeys",
        "All of a person's passkeys.",
        [
            Field(
                "passkeys",
                .array(.object(.passkey), count: 0...1_000, takesSingleValue: false),
                .required,
                "By age."
            )
        ]
    )
}
