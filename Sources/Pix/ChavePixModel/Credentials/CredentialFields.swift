import ChaveWire

/// The members that a new credential and an assertion share.
enum CredentialFields {
    static let leading: [Field] = [
        Field(
            "authenticatorAttachment",
            .authenticatorAttachment,
            .requiredWhen(.onlyPlatformAuthenticator),
            "How the authenticator is attached."
        ),
        Field("id", .bytes(1...1_023), .required, "The credential id."),
        Field("rawId", .bytes(1...1_023), .required, agreement: .sameText(as: "id"), "The credential id again."),
        Field("type", .enumeration([credentialType]), .required, "Always public-key."),
    ]

    static let clientData = Field("clientDataJSON", .bytes(1...8_192), .required, "The client data that was signed.")

    static let extensionResults = Field(
        "clientExtensionResults",
        .anyObject,
        .optional,
        "What the client's extensions say."
    )

    static func leadingMembers(_ rawID: [UInt8], _ attachment: String?) -> JSONObject {
        var object = JSONObject()
        object.writeIfAny("authenticatorAttachment", attachment)
        object.write("id", Base64Text(rawID))
        object.write("rawId", Base64Text(rawID))
        object.write("type", credentialType)
        return object
    }

    private static let credentialType = "public-key"
}
