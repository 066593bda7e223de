import SignInCore
import SignInModel

/// The client with which people sign in to the issuer's page, at the sandbox's current address.
extension SandboxTenant {
    /// A name that is no sentence in one language: sign-in's pages show it in each.
    static let issuerClientName = "Cartão Aurora"
    /// The client's earlier name, so that an old sandbox has one client and not two.
    private static let earlierClientName = "Cartão Aurora no navegador"
    /// The client's redirect path, below the server's address.
    static let issuerReturnPath = "/issuer/signed-in"

    /// Finds the client, or makes it and removes the clients of the sandbox's earlier addresses.
    ///
    /// A redirect address is compared byte by byte, including the port of `localhost`. So a sandbox on another port has
    /// another client, and a program at the old port gets nothing.
    /// - Returns: the client's id; `nil` when the sandbox's address is not allowed as a redirect address, such as plain
    ///   http of another machine.
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
