import ArgumentParser
import ChaveBase
import ChaveWire
import ServerHost
import SignInCore
import SignInModel

extension TenantsCommand {
    struct Roots: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The root certificates of a tenant: list them, add one, retire the old one.",
            discussion: """
                Examples:
                  chave tenants roots padaria-aurora
                  chave tenants roots padaria-aurora --add
                  chave tenants roots padaria-aurora --retire FINGERPRINT

                Both count between --add and --retire, the newer one signs. Devices
                change over when they sign in, so retire a year later: whoever has no
                certificate by the new root then must be recovered.
                """
        )

        @OptionGroup var data: StoreOptions
        @Argument(help: "The tenant's id.", transform: Parse.tenant) var tenant: TenantID
        @Flag(help: "Begin a rollover: from now on a new root signs.") var add = false
        @Option(help: "End a rollover: the root of this fingerprint counts no more.") var retire: String?
        @Flag(help: "Do not ask before retiring.") var yes = false
        @Flag(help: "Print a JSON array of the fingerprints.") var json = false

        func validate() throws {
            guard !add || retire == nil else { throw ValidationError("Give --add or --retire, not both.") }
        }

        func run() async throws {
            try await reporting {
                try await DataDirectory.administerSignIn(data.place()) { signIn in
                    guard try await signIn.tenant(tenant) != nil else {
                        throw CommandFailure("There is no such tenant. See: chave tenants list")
                    }
                    if add { _ = try await signIn.addRoot(of: tenant) }
                    if let retire { try await end(retire, signIn) }
                    try await show(signIn)
                }
            }
        }

        private func end(_ fingerprint: String, _ signIn: SignIn) async throws {
            guard try await signIn.roots(of: tenant).contains(fingerprint) else {
                throw CommandFailure("The tenant has no such root. See: chave tenants roots \(tenant.text)")
            }
            let question = "Retire this root? Devices that have no certificate by the newer one must be recovered."
            try await TerminalQuestion.require(question, unless: yes, orElse: "No root was retired.")
            try await signIn.retireRoot(fingerprint, of: tenant)
        }

        private func show(_ signIn: SignIn) async throws {
            let roots = try await signIn.roots(of: tenant)
            if json { return Terminal.say(JSONValue.array(roots.map(JSONValue.string)).text) }
            for (index, root) in roots.enumerated() {
                Terminal.say("\(root)  \(index == roots.count - 1 ? "signs" : "counts")")
            }
        }
    }
}
