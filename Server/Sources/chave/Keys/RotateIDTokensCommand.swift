import ArgumentParser
import ChaveBase
import ChaveWire
import ServerHost
import SignInModel

extension KeysCommand {
    struct RotateIDTokens: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate-id-tokens",
            abstract: "Make new keys for a tenant's ID tokens. They are published at once and sign after ten minutes.",
            discussion: """
                Examples:
                  chave keys rotate-id-tokens
                  chave keys rotate-id-tokens --tenant padaria-aurora

                A server does this by itself every 90 days. It works beside a running one. What the old
                key signed goes on to count until it ends by itself, ten minutes later.
                """
        )

        @OptionGroup var data: StoreOptions
        @Option(help: "The tenant's name. [default: all]", transform: RotateIDTokens.tenant) var tenant: TenantID?
        @Flag(help: #"Print {"tenants": […]}."#) var json = false

        func run() async throws {
            try await reporting {
                let tenants = try await DataDirectory.rotateIDTokenKeys(data.place(), of: tenant)
                if json {
                    let object: JSONValue = ["tenants": .array(tenants.map { .string($0.text) })]
                    return Terminal.say(object.text)
                }
                if tenants.isEmpty { Terminal.note("There are no tenants.") }
                for tenant in tenants { Terminal.say("new keys for \(tenant.text)") }
            }
        }

        private static func tenant(_ text: String) throws -> TenantID {
            guard let tenant = TenantID(text) else {
                throw ValidationError("A tenant's name has 1 to 63 letters a to z, digits and inner hyphens.")
            }
            return tenant
        }
    }
}
