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
    /// The client by which people sign in to the issuer's page; `nil` where nobody can be sent back to this address.
    let issuerClientID: String?
    let baseURL: String
}
