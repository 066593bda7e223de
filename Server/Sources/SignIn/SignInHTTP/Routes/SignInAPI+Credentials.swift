import ChaveBase
import ChavePixModel
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes by which a mailed link becomes a credential.
    var credentialRows: [SignInRoute] {
        [
            SignInRoute("GET", "/bind", .belowTenant, query: SignInAPI.bindFields, proof: .nothing) { context in
                try await openLink(context)
                // Mailers add parameters of their own to links in a mail.
            }.extensible()
                .described("openLink", "Sends a browser on to the tenant's app; changes nothing.", answers: 303),
            SignInRoute("POST", "/v2/credentials", body: .json(SignInAPI.credentialRequest), proof: .nothing) {
                [signIn] context in
                let fields = try context.json()
                let bound = try await signIn.bind(
                    token: try fields.text("token"),
                    request: try fields.bytes("csr"),
                    deviceName: try fields.text("device_name"),
                    tenant: context.tenant
                )
                return .json(bound.json, status: 201)
            }.described("bindCredential", "Spends a registration token on a key.", answers: 201, .boundCredential),
        ]
    }

    /// Redirects a browser to the tenant's app; changes nothing, since mail scanners open links too.
    private func openLink(_ context: SignInContext) async throws -> ServerAnswer {
        do {
            let token = try context.query()["token"] ?? ""
            let address = try await signIn.bindRedirection(token: token, tenant: context.tenant)
            // The token is in the address of this request.
            return ServerAnswer(status: 303, headers: [("Location", address), ("Referrer-Policy", "no-referrer")])
        } catch let refusal as OAuthError {
            guard refusal.status == 400, context.request.namesHTML,
                let tenant = try await signIn.tenant(try context.requiredTenant())
            else { throw refusal }
            return DeadLinkPage(tenant: tenant, request: context.request).answer
        }
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
            .deviceName,
        ]
    )
}
