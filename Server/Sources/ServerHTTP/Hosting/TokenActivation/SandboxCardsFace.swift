import SandboxCards
import SignInCore

/// What a sandbox's pages have of its cards: wallet and issuer.
struct SandboxCardsFace: Sendable {
    /// The wallet's side of the networks.
    let cards: SandboxCards
    let tenant: TenantID
    /// The client by which people sign in to the issuer's page; `nil` where nobody can be sent back to this address.
    let issuerClientID: String?
    let baseURL: String
}
