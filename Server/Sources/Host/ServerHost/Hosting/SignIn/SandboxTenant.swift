import ChaveBase
import ChaveWire
import Foundation
public import SignInCore
public import SignInModel

/// The sandbox's tenant: a bakery whose people sign in, made once.
///
/// Its API token is in `sandbox-sign-in.json` (mode 0600), because a sandbox is there for trying; real tokens are shown
/// once.
public struct SandboxTenant: Sendable {
    public let tenant: TenantID
    public let apiToken: String
    /// The id of a public client, whose redirect address is ``redirectURI``.
    public let clientID: String
    /// The id of the issuer page's client; `nil` when the sandbox's address is not allowed as a redirect address.
    public let issuerClientID: String?

    static let name = "padaria-aurora"
    static let displayName = "Padaria Aurora"
    static let clientName = "Aplicativo da Padaria Aurora"
    /// The client's redirect address: this machine, with any port.
    public static let redirectURI = "http://127.0.0.1/callback"
    /// The path of a mailed link, below the server's address.
    static let registeredPath = "/registered"

    static func fileName(in directory: String) -> String { "\(directory)/sandbox-sign-in.json" }

    /// The tenant of a data directory; `nil` when no sandbox with sign-in has run there.
    public static func stored(in dataDirectory: String) throws -> SandboxTenant? {
        let path = fileName(in: dataDirectory)
        guard let json = try PrivateFile.read(path) else { return nil }
        guard let tenant = SandboxTenant(json: json) else { throw SecretFiles.Problem.damaged(path) }
        return tenant
    }

    /// Whether the sandbox made the address itself, so that it is no risk of an operator's: a page of its own, or the
    /// address of one of its clients.
    public func made(_ risk: RedirectRisk) -> Bool {
        guard risk.tenant == tenant else { return false }
        return switch risk.client {
        case nil: risk.address.hasSuffix(SandboxTenant.registeredPath)
        case SandboxTenant.clientName?: risk.address == SandboxTenant.redirectURI
        case SandboxTenant.issuerClientName?: risk.address.hasSuffix(SandboxTenant.issuerReturnPath)
        default: false
        }
    }

    private init(tenant: TenantID, apiToken: String, clientID: String, issuerClientID: String?) {
        self.tenant = tenant
        self.apiToken = apiToken
        self.clientID = clientID
        self.issuerClientID = issuerClientID
    }

    private init?(json: JSONValue) {
        guard let tenant = json["tenant"]?.string.flatMap({ TenantID($0) }), let token = json["api_token"]?.string,
            let client = json["client_id"]?.string
        else { return nil }
        let issuerClient = json["issuer_client_id"]?.string
        self.init(tenant: tenant, apiToken: token, clientID: client, issuerClientID: issuerClient)
    }

    private var json: JSONValue {
        var object = JSONObject()
        object["tenant"] = .string(tenant.text)
        object["api_token"] = .string(apiToken)
        object["client_id"] = .string(clientID)
        object["issuer_client_id"] = issuerClientID.map(JSONValue.string)
        return .object(object)
    }

    /// Finds the tenant or makes it; a start makes missing parts again, and the other nodes then get them.
    static func plant(in signIn: SignIn, baseURL: String, keys: SharedKeys) async throws -> SandboxTenant {
        try await keys.require(.tenant)
        let known = try stored(in: keys.directory)
        guard let tenant = known?.tenant ?? TenantID(name) else {
            throw SecretFiles.Problem.damaged(fileName(in: keys.directory))
        }
        try await plantProfile(of: tenant, in: signIn, baseURL: baseURL)
        let good = await known?.isGood(in: signIn) == true ? known : nil
        let apiToken = if let good { good.apiToken } else { try await token(of: tenant, in: signIn) }
        let clientID = if let good { good.clientID } else { try await client(of: tenant, in: signIn) }
        let planted = SandboxTenant(
            tenant: tenant,
            apiToken: apiToken,
            clientID: clientID,
            issuerClientID: try await plantIssuerClient(of: tenant, in: signIn, baseURL: baseURL)
        )
        try await keys.keep(planted.json, as: .tenant)
        return planted
    }

    /// Whether the file belongs to the database beside it.
    private func isGood(in signIn: SignIn) async -> Bool {
        guard (try? await signIn.tenant(ofAPIToken: apiToken)) == tenant else { return false }
        return (try? await signIn.clients(of: tenant, limit: 1_000).contains { $0.id == clientID }) ?? false
    }

    /// Points mailed links to a page at the sandbox's current address, unless an operator chose another address.
    private static func plantProfile(of tenant: TenantID, in signIn: SignIn, baseURL: String) async throws {
        let found = try await signIn.tenant(tenant)
        let stored: Tenant
        if let found {
            stored = found
        } else {
            stored = try await signIn.createTenant(tenant, displayName: displayName)
        }
        let address = baseURL + registeredPath
        let isOurs = stored.registrationRedirectURI.map { $0.hasSuffix(registeredPath) } ?? true
        guard isOurs, stored.registrationRedirectURI != address else { return }
        let draft = ProfileDraft(
            displayName: stored.displayName,
            logoURI: stored.logoURL.isEmpty ? nil : stored.logoURL,
            supportMail: stored.supportMail,
            enrollURI: stored.enrollURI,
            loginURI: stored.loginURI,
            registrationRedirectURI: address
        )
        do {
            _ = try await signIn.configureProfile(draft, of: tenant)
        } catch is OAuthError {
            // Links may not lead to this address, such as plain http of another machine. The operator then sets one
            // with the API.
            return
        }
    }

    private static func token(of tenant: TenantID, in signIn: SignIn) async throws -> String {
        // Nobody can use the tokens of a lost file.
        for old in try await signIn.apiTokens(of: tenant) where old.name == "sandbox" {
            try await signIn.revokeAPIToken(old.id, of: tenant)
        }
        return try await signIn.makeAPIToken(of: tenant, name: "sandbox").token
    }

    private static func client(of tenant: TenantID, in signIn: SignIn) async throws -> String {
        let known = try await signIn.clients(of: tenant, limit: 1_000)
        if let client = known.first(where: { $0.name == clientName }) { return client.id }
        let draft = ClientDraft(name: clientName, redirectURIs: [redirectURI], tokenAuthentication: .none)
        return try await signIn.registerClient(draft, of: tenant).client.id
    }
}
