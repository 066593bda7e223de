import CardsHTTP
import ChaveBase
import IssuerPages
import TokenActivationCore

/// The mailed links' tokens, from the issuer's rules.
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
