import CardsHTTP
import ChaveBase
import HTTPKernel
import IssuerPages
import TokenActivationCore

/// The issuer's server without a socket between: the tenant's token endpoint and the BFF by their addresses.
///
/// What it asks stands within the place that the page itself has, so that a page takes one and not two.
struct InProcessIssuer: IssuerBackend {
    let server: APIServer

    func send(_ call: IssuerCall) async -> IssuerReply {
        var request = ServerRequest(
            method: call.method,
            path: call.path,
            query: "",
            headers: call.headers,
            body: .bytes(call.body)
        )
        request.isWithinPage = true
        let answer = await server.respond(to: request).answer
        return IssuerReply(status: answer.status, body: answer.body)
    }
}

/// What mailed links are about, as the issuer's rules know it.
struct ActivationSuspensions: MailedSuspensions {
    let activations: TokenActivations

    func look(at secret: String) async throws -> MailedSuspension? {
        try await found { try await activations.suspension(secret) }
    }

    func suspend(by secret: String) async throws -> MailedSuspension? {
        try await found { try await activations.suspend(secret) }
    }

    private func found(_ work: () async throws -> SuspensionView) async throws -> MailedSuspension? {
        do {
            let view = try await work()
            return MailedSuspension(
                lastFour: view.lastFour,
                walletName: view.walletName ?? "–",
                deviceName: view.deviceName,
                tokenState: view.tokenState?.rawValue ?? TokenState.active.rawValue
            )
        } catch let refusal as ActivationRefusal {
            if refusal.code == .linkInvalid { return nil }
            throw MailedSuspensionRefusal(code: refusal.code.rawValue, status: ProblemCode(refusal.code).status)
        }
    }
}
