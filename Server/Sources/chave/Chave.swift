import ArgumentParser
import ServerHost

/// The one executable.
@main
struct Chave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chave",
        abstract: "Pix, sign-in and cards in wallets by biometrics: server, sandbox and a device on a terminal.",
        discussion: """
            Try it:        chave demo
            A server:      chave serve --sandbox
            Then, in another terminal:
                           chave device enroll
                           chave device pay --amount 12.34
            Sign-in:       chave demo sign-in
                           chave users add ana --email ana@example.com
                           chave device sign-in --register LINK
            A card in a wallet:
                           chave demo card
                           chave card activate LINK
            A bank on the wire, as Open Finance Brasil has it:
                           chave directory serve
                           chave bank serve
            How fast is it?
                           chave load --rate 50
            Why is this ceremony refused?
                           chave webauthn verify < request.json

            Exit codes, of every command:
              0    done
              1    it did not work; one line on standard error says why
              2    you said no, or left: to a question, at the PIN, or at the bank
              64   wrong arguments, variables or settings
              65   what was given to read cannot be read
              130  ended by Ctrl-C; what serves or listens ends with 0
            """,
        version: ServerVersion.current,
        subcommands: [
            ServeCommand.self, DirectoryCommand.self, BankCommand.self, OpenFinanceCommand.self, DemoCommand.self,
            DeviceCommand.self, CardCommand.self, OrganisationsCommand.self,
            KeysCommand.self, AppsCommand.self, PaymentsCommand.self, EnrollmentsCommand.self, CustomersCommand.self,
            WebhooksCommand.self, ReconcileCommand.self, ReportCommand.self,
            UsersCommand.self, ClientsCommand.self, ResourceServersCommand.self, ProfileCommand.self,
            ScopesCommand.self,
            TenantsCommand.self,
            LoadCommand.self, LoadWaitingCommand.self, DatabaseCommand.self, DoctorCommand.self, WebAuthnCommand.self,
        ]
    )

    static func main() async { await main(CommandLineWords.joined(Array(CommandLine.arguments.dropFirst()))) }
}
