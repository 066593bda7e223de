import SandboxCards
import SignInCore
import TokenActivationCore

/// What a sandbox's pages have of its cards: wallet and issuer.
struct SandboxCardsFace: Sendable {
    /// The wallet's side of the networks.
    let cards: SandboxCards
    /// The issuer's rules, for the page of a mailed link.
    let activations: TokenActivations
    let tenant: TenantID
    /// The client by which people sign in to the issuer's page; `nil` where nobody can be sent back to this address, or
    /// no wallet's link can name it.
    let issuerClientID: String?
    let baseURL: String

    /// What whoever runs the sandbox is told when it starts; `nil` where all is there.
    var lack: String? {
        guard issuerClientID == nil else { return nil }
        return "the issuer's page is not there: it needs https without a port, or http of this machine with a port"
    }
}
