import SandboxCards
import SignInModel
import TokenActivationCore

/// The parts of a sandbox's cards that its pages use: wallet and issuer.
struct SandboxCardsFace: Sendable {
    /// The wallet's side of the networks.
    let cards: SandboxCards
    /// The issuer's rules, for the page of a mailed link.
    let activations: TokenActivations
    let tenant: TenantID
    /// The client with which people sign in to the issuer's page.
    ///
    /// It is `nil` when this address is not allowed as a redirect address, or when no wallet's link can name it.
    let issuerClientID: String?
    let baseURL: String

    /// The warning at the sandbox's start; `nil` when nothing is missing.
    var lack: String? {
        guard issuerClientID == nil else { return nil }
        return "the issuer's page is not there: it needs https without a port, or http of this machine with a port"
    }
}
