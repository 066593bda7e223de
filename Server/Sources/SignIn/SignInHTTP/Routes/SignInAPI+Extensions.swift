import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore
import SignInModel

extension SignInAPI {
    /// The routes by which the first device lets a second one in.
    var extensionRows: [SignInRoute] {
        [
            SignInRoute("POST", "/v2/extensions", body: .form, proof: .client) { [signIn] context in
                .object(try await signIn.beginExtension(context.form, tenant: context.tenant).json, status: 201)
            }.described(
                "beginExtension",
                "Begins to let a second device in, by two calls.",
                form: .extensionForm,
                answers: 201,
                .begunExtension
            ),
            SignInRoute("GET", "/v2/extensions/{id}") { context in try await heldExtension(context) }.waiting()
                .described("getExtension", "Says how an extension stands.", .extensionState),
            SignInRoute("POST", "/v2/extensions/{id}/approval", body: .json(SignInAPI.approvalRequest), as: .approval) {
                [signIn] context in
                let token = try context.bearer()
                let fields = try context.json()
                guard let number = MatchNumber(text: try fields.text("match_number")) else {
                    throw OAuthError(.invalidRequest, "match_number must have two digits.", field: "match_number")
                }
                let approval = PairingApproval(
                    pairing: try fields.text("pairing_id"),
                    number: number,
                    signature: try fields.bytes("signature")
                )
                let (id, tenant) = (context.parameter("id"), context.tenant)
                return .object(try await signIn.approvePairing(approval, of: id, token: token, tenant: tenant).json)
            }.described("approvePairing", "Lets the second device in.", .extensionState),
            SignInRoute("POST", "/v2/extensions/{id}/refusal", body: .json(SignInAPI.refusalRequest), as: .approval) {
                [signIn] context in
                let token = try context.bearer()
                let pairing = try context.json().text("pairing_id")
                let (id, tenant) = (context.parameter("id"), context.tenant)
                return .object(try await signIn.refusePairing(pairing, of: id, token: token, tenant: tenant).json)
            }.described("refusePairing", "Keeps the second device out.", .extensionState),
            SignInRoute("DELETE", "/v2/extensions/{id}") { [signIn] context in
                let (id, token) = (context.parameter("id"), try context.bearer())
                return .object(try await signIn.cancelExtension(id, token: token, tenant: context.tenant).json)
            }.described("endExtension", "Ends an extension.", .extensionState),
        ]
    }

    private func heldExtension(_ context: SignInContext) async throws -> ServerAnswer {
        let (id, token) = (context.parameter("id"), try context.bearer())
        let view = try await followed(context, version: \.version) {
            try await signIn.followedExtension(id, token: token, tenant: context.tenant)
        }
        return context.answer(view.json, version: view.version)
    }

    private static let pairing = Field("pairing_id", .text(longest: 200), .required, "Of the state's pairing.")

    private static let approvalRequest = Schema(
        "ApprovePairingRequest",
        "The person agreed, and the first device signed.",
        [
            pairing,
            Field("match_number", .text(longest: 2), .required, "What the person picked: two digits."),
            Field("signature", .text(longest: 200), .required, "ECDSA over to_be_signed, DER as base64."),
        ]
    )

    private static let refusalRequest = Schema("RefusePairingRequest", "The person said no.", [pairing])
}
