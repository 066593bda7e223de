import ArgumentParser
import ChaveBase
import ChaveTransport

extension UsersCommand {
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End a person's device, and those that it let in.",
            discussion: """
                Examples:
                  chave users revoke ana 0193…
                  chave users revoke ana 0193… --only

                Shows what falls, and asks: all of it, or nothing. A passkey falls
                with the device behind it.
                """
        )

        @OptionGroup var options: SignInAdminOptions
        @Argument(help: "External id, or id.") var user: String
        @Argument(help: "The credential's id: chave users devices shows it.") var credential: String
        @Flag(help: "Those that it let in go on.") var only = false
        @Flag(help: "Do not ask.") var yes = false

        func run() async throws {
            try await reporting {
                let search = UserSearch(server: try options.tenant())
                let devices = try await search.devices(of: user)
                // The server decides which devices exist, even when this one is unknown here.
                if let part = DeviceTree(devices).part(from: credential) { try await requireYes(part) }
                let rest = "/devices/\(PercentEncoding.encode(credential))?below=\(!only)"
                _ = try await search.call(.delete, user, rest)
                Terminal.say("revoked \(credential)\(only ? "" : " and all below it")")
            }
        }

        /// Shows the devices that would end, and asks; it does not ask when all of them have ended before.
        private func requireYes(_ part: DeviceTree) async throws {
            let falls = (only ? Array(part.rows.prefix(1)) : part.rows).filter(\.isActive)
            guard !falls.isEmpty, !yes else { return }
            var lines = falls.map(\.line)
            let goOn = only ? part.rows.dropFirst().count(where: \.isActive) : 0
            if goOn > 0 { lines.append("Those below it go on: \(goOn).") }
            let what = falls.count == 1 ? "this device" : "these \(falls.count) devices"
            lines.append("End \(what)? Nothing leads back.")
            let question = lines.joined(separator: "\n")
            try await TerminalQuestion.require(question, unless: yes, orElse: "Nothing was revoked.")
        }
    }
}
