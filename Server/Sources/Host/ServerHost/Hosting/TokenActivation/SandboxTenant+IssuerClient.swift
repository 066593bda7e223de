import SignInCore

/// The client by which people sign in to the issuer's page, at the address that the sandbox has now.
extension SandboxTenant {
    /// A name, and no sentence in one language: sign-in's pages show it in each.
    static let issuerClientName = "Cartão Aurora"
    /// What it was called before, so that a sandbox of then has one client and not two.
    private static let earlierClientName = "Cartão Aurora no navegador"
    /// Where the client is sent back to, below the server's address.
    static let issuerReturnPath = "/issuer/signed-in"

    /// Finds the client, or makes it in the place of those that were sent back to where the sandbox was before.
    ///
    /// A redirect address is compared byte by byte, the port of `localhost` too, so that a sandbox on another port has another
    /// client: whoever runs a program at the old port is sent nothing.
    /// - Returns: its id; `nil` where the sandbox stands at an address that no client may be sent back to, such as plain http of
    ///   another machine.
    static func plantIssuerClient(of tenant: TenantID, in signIn: SignIn, baseURL: String) async throws -> String? {
        let address = baseURL + issuerReturnPath
        var found: String?
        for client in try await signIn.clients(of: tenant, limit: 1_000) where isOurs(client) {
            if client.redirectURIs == [address], client.name == issuerClientName, found == nil {
                found = client.id
            } else {
                try await signIn.removeClient(client.id, of: tenant)
            }
        }
        if let found { return found }
        let draft = ClientDraft(name: issuerClientName, redirectURIs: [address], tokenAuthentication: .none)
        do {
            return try await signIn.registerClient(draft, of: tenant).client.id
        } catch is OAuthError {
            return nil
        }
    }

    private static func isOurs(_ client: OIDCClient) -> Bool {
        [issuerClientName, earlierClientName].contains(client.name) && client.redirectURIs.count == 1
            && client.redirectURIs.allSatisfy { $0.hasSuffix(issuerReturnPath) }
    }
}
