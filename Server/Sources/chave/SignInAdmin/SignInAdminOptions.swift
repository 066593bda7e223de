import ArgumentParser
import ChaveTransport
import Foundation
import ServerHost

/// The options of commands that act for a tenant: a server, and the tenant's API token.
struct SignInAdminOptions: ParsableArguments {
    @Option(help: "The server. [default: CHAVE_BASE_URL, else http://localhost:8080]") var server: String?
    @OptionGroup var data: DataOption

    func validate() throws {
        if let server, (try? BaseURL(server)) == nil {
            throw ValidationError("--server is an address such as http://localhost:8080.")
        }
    }

    /// The tenant's server, with the token in `CHAVE_SIGNIN_TOKEN`, else with the sandbox's.
    func tenant(transport: any HTTPTransport = URLSessionTransport()) throws -> TenantServer {
        let environment = ProcessInfo.processInfo.environment
        guard let url = try? BaseURL(server ?? environment["CHAVE_BASE_URL"] ?? "http://localhost:8080") else {
            throw CommandFailure("CHAVE_BASE_URL is no address. Give --server http://localhost:8080, for example.")
        }
        if let token = environment["CHAVE_SIGNIN_TOKEN"], !token.isEmpty {
            return TenantServer(baseURL: url.text, apiToken: token, transport: transport)
        }
        guard let sandbox = try SandboxTenant.stored(in: data.directory) else {
            throw CommandFailure(
                "There is no sandbox with sign-in in \(data.directory). Start one (chave serve --sandbox), or give "
                    + "--data, or the tenant's API token in CHAVE_SIGNIN_TOKEN."
            )
        }
        return TenantServer(baseURL: url.text, apiToken: sandbox.apiToken, transport: transport)
    }
}
