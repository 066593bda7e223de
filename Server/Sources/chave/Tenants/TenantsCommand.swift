import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import ServerHost
import SignInCore
import SignInModel

struct TenantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenants",
        abstract: "Organisations with people of their own who sign in: add, list, token, roots.",
        discussion: """
            Works on a data directory or a PostgreSQL, also beside running servers.

            Examples:
              chave tenants add padaria-aurora --name 'Padaria Aurora'
              chave tenants token padaria-aurora
              chave tenants roots padaria-aurora --add
            """,
        subcommands: [Add.self, List.self, Token.self, Roots.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a tenant, with a root certificate of its own."
        )

        @OptionGroup var data: StoreOptions
        @Argument(
            help: "Its id, a label of a domain name: part of its issuer and of every certificate, for good.",
            transform: Parse.tenant
        )
        var tenant: TenantID
        @Option(help: "What people are shown.") var name: String
        @Flag(help: "Print a JSON object.") var json = false

        func run() async throws {
            try await reporting {
                try await DataDirectory.administerSignIn(data.place(), mayBeMade: true) { signIn in
                    let made = try await signIn.createTenant(tenant, displayName: name)
                    let roots = try await signIn.roots(of: tenant)
                    if json { return Terminal.say(TenantsCommand.object(made, roots).text) }
                    Terminal.say("\(made.tenant.text)  \(made.displayName)")
                    Terminal.note("Next: chave tenants token \(made.tenant.text)")
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the tenants by id.")

        @OptionGroup var data: StoreOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                try await DataDirectory.administerSignIn(data.place()) { signIn in
                    var lines: [(tenant: Tenant, roots: [String])] = []
                    try await signIn.forEachTenant { tenant in
                        lines.append((tenant, try await signIn.roots(of: tenant.tenant)))
                    }
                    if json {
                        let objects = lines.map { TenantsCommand.object($0.tenant, $0.roots) }
                        return Terminal.say(JSONValue.array(objects).text)
                    }
                    if lines.isEmpty { Terminal.note("There are no tenants. Make one: chave tenants add") }
                    for line in lines { Terminal.say("\(line.tenant.tenant.text)  \(line.tenant.displayName)") }
                }
            }
        }
    }

    static func object(_ tenant: Tenant, _ roots: [String]) -> JSONValue {
        [
            "tenant_id": .string(tenant.tenant.text), "display_name": .string(tenant.displayName),
            "date_created": .string(tenant.createdAt.rfc3339), "roots": .array(roots.map(JSONValue.string)),
            "registration_redirect_uri": JSONValue(tenant.registrationRedirectURI),
        ]
    }
}
