import ArgumentParser
import ChaveTransport
import Foundation
import ServerHost

/// The options of commands that act for a tenant: a server, and the tenant's API token.
struct SignInAdminOptions: ParsableArguments {
    @OptionGroup var server: ServerOption
    @OptionGroup var data: DataOption

    /// The tenant's server, with the token in `CHAVE_SIGNIN_TOKEN`, else with the sandbox's.
    func tenant(transport: any HTTPTransport = URLSessionTransport()) throws -> TenantServer {
        let baseURL = try server.text()
        if let token = ProcessInfo.processInfo.environment["CHAVE_SIGNIN_TOKEN"], !token.isEmpty {
            return TenantServer(baseURL: baseURL, apiToken: token, transport: transport)
        }
        guard let sandbox = try SandboxTenant.stored(in: data.directory) else {
            throw CommandFailure(
                "There is no sandbox with sign-in in \(data.directory). Start one (chave serve --sandbox), or give "
                    + "--data, or the tenant's API token in CHAVE_SIGNIN_TOKEN."
            )
        }
        return TenantServer(baseURL: baseURL, apiToken: sandbox.apiToken, transport: transport)
    }
}
