import ChavePixModel
import SignInCore

extension SignInAPI {
    /// How a mailed link becomes a credential.
    var credentialRows: [SignInRoute] {
        [
            SignInRoute("GET", "/bind", .belowTenant) { [signIn] context in
                guard let token = try context.query(SignInAPI.bindFields)["token"], !token.isEmpty else {
                    throw OAuthError(
                        .invalidRequest,
                        "Open the link as it was mailed: its token is missing.",
                        field: "token"
                    )
                }
                let address = try await signIn.bindRedirection(token: token)
                // The token stands in the address that this page was asked by.
                let headers = [("Location", address), ("Referrer-Policy", "no-referrer")]
                return ServerAnswer(status: 303, headers: headers)
            },
            SignInRoute("POST", "/v2/credentials", body: .json) { [signIn] context in
                let fields = try context.json(SignInAPI.credentialRequest)
                let bound = try await signIn.bind(
                    token: try fields.text("token"),
                    request: try fields.bytes("csr"),
                    deviceName: try fields.text("device_name")
                )
                return .json(bound.json, status: 201)
            },
        ]
    }

    private static let bindFields = [
        Field("token", .text(longest: 200, .anyText), .optional, "Of the mailed link.")
    ]

    private static let credentialRequest = Schema(
        "BindCredentialRequest",
        "A registration token and the key that it is to be spent on.",
        [
            Field("token", .text(longest: 200), .required, "Of the mailed link."),
            Field("csr", .text(longest: 8_192), .required, "PKCS#10 by the new key, DER as base64."),
            Field("device_name", .text(longest: 200), .required, "What people call the device."),
        ]
    )
}
