import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes of the second device.
    var claimRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v2/extension-claims", body: .json(SignInAPI.claimRequest), proof: .nothing) {
                [signIn] context in
                let fields = try context.json()
                let claim = ExtensionClaim(
                    tenant: try await tenant(of: fields, at: context.tenant),
                    code: try fields.text("code"),
                    certificateRequest: try fields.bytes("csr"),
                    deviceName: try fields.text("device_name"),
                    // Requests without a known address count as requests from one address.
                    address: context.request.client ?? .v6(high: 0, low: 0),
                    proofOfWork: fields.find("proof_of_work")
                )
                return .object(try await signIn.claimExtension(claim).json, status: 201)
            }.described("claimExtension", "Asks the first device to let this one in.", answers: 201, .begunClaim),
            SignInRoute("GET", "/v2/extension-claims/{id}") { context in try await heldClaim(context) }.waiting()
                .described("getClaim", "Says what became of a claim.", .claimState),
            SignInRoute("DELETE", "/v2/extension-claims/{id}") { [signIn] context in
                let (id, token) = (context.parameter("id"), try context.bearer())
                return .object(try await signIn.cancelledClaim(id, token: token, tenant: context.tenant).json)
            }.described("endClaim", "Ends a claim, unless it was approved.", .claimState),
        ]
    }

    private func heldClaim(_ context: SignInContext) async throws -> ServerAnswer {
        let (id, token) = (context.parameter("id"), try context.bearer())
        let sight = try await followed(context, version: \.claim.version) {
            try await signIn.followedClaim(id, token: token, tenant: context.tenant)
        }
        return context.answer(sight.json, version: sight.claim.version)
    }

    /// The tenant of a claim: the path's tenant, or the one that the body names by `tenant_id` or by a client.
    private func tenant(of fields: JSONFields, at place: TenantID?) async throws -> TenantID {
        if let text = fields.find("tenant_id") {
            guard let tenant = TenantID(text), place == nil || place == tenant else {
                throw OAuthError(.invalidRequest, "tenant_id is not the tenant of this address.", field: "tenant_id")
            }
            return tenant
        }
        if let client = fields.find("client_id") { return try await signIn.tenant(ofClient: client, at: place) }
        guard let place else {
            throw OAuthError(.invalidRequest, "Send tenant_id or client_id.", field: "tenant_id")
        }
        return place
    }

    private static let claimRequest = Schema(
        "ClaimExtensionRequest",
        "Nine digits and the key that is to be let in.",
        [
            Field("tenant_id", .text(longest: 63), .optional, excludes: ["client_id"], "Whose credential is wanted."),
            Field("client_id", .text(longest: 200), .optional, "Or a client of that tenant."),
            Field("code", .text(longest: 9), .required, "Nine digits."),
            Field("csr", .text(longest: 8_192), .required, "PKCS#10 by the new key, DER as base64."),
            .deviceName,
            Field("proof_of_work", .text(longest: 128), .optional, "What the last answer demanded."),
        ]
    )
}
