import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import ServerHost
import SignInCore
import SignInModel

extension TenantsCommand {
    struct Token: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an API token, which is shown once; or list or revoke them.",
            discussion: """
                Examples:
                  chave tenants token padaria-aurora --label checkout
                  chave tenants token padaria-aurora --list
                  chave tenants token padaria-aurora --revoke 0193…

                chave users, clients and profile take it in CHAVE_SIGNIN_TOKEN.
                """
        )

        @OptionGroup var data: StoreOptions
        @Argument(help: "The tenant's id.", transform: Parse.tenant) var tenant: TenantID
        @Option(help: "A name to recognise the token by.") var label = "api"
        @Flag(help: "List the tokens instead, without themselves.") var list = false
        @Option(help: "End this token instead, by its id.") var revoke: String?
        @Flag(help: "Print JSON.") var json = false

        func validate() throws {
            guard !list || revoke == nil else { throw ValidationError("Give --list or --revoke, not both.") }
        }

        func run() async throws {
            try await reporting {
                try await DataDirectory.administerSignIn(data.place()) { signIn in
                    if let revoke { return try await end(revoke, signIn) }
                    if list { return try await show(signIn) }
                    try await make(signIn)
                }
            }
        }

        private func make(_ signIn: SignIn) async throws {
            let issued = try await signIn.makeAPIToken(of: tenant, name: label)
            if json {
                let object: JSONValue = ["id": .string(issued.record.id), "token": .string(issued.token)]
                return Terminal.say(object.text)
            }
            Terminal.say(issued.token)
            Terminal.note("Keep it now: it is not shown again. Its id is \(issued.record.id).")
        }

        private func show(_ signIn: SignIn) async throws {
            let tokens = try await signIn.apiTokens(of: tenant)
            if json {
                let objects = tokens.map { token -> JSONValue in
                    [
                        "id": .string(token.id), "label": .string(token.name),
                        "date_created": .string(token.createdAt.rfc3339),
                    ]
                }
                return Terminal.say(JSONValue.array(objects).text)
            }
            if tokens.isEmpty { Terminal.note("There are no tokens. Make one: chave tenants token \(tenant.text)") }
            for token in tokens { Terminal.say("\(token.id)  \(token.createdAt.isoDate)  \(token.name)") }
        }

        private func end(_ id: String, _ signIn: SignIn) async throws {
            guard try await signIn.apiTokens(of: tenant).contains(where: { $0.id == id }) else {
                throw CommandFailure("The tenant has no such token. See: chave tenants token \(tenant.text) --list")
            }
            try await signIn.revokeAPIToken(id, of: tenant)
            Terminal.say("revoked \(id)")
        }
    }
}
