import ArgumentParser
import BeyondIdentityEmbedded
import ChaveWire

struct DeviceImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Get a credential from a first device, by the nine digits that it shows.",
        discussion: """
            Examples:
              chave device import 482917350
              chave device import --device-dir ./second --device-name tablet

            Shows a number of two digits and waits until the person has picked
            it on the first device.
            """
    )

    @OptionGroup var options: SignInDeviceOptions
    @OptionGroup var gestures: GestureOptions
    @Argument(help: "The nine digits; spaces and hyphens may stand between. [default: asked for]")
    var code: [String] = []
    @Flag(help: "Print JSON: the number as a line, then the credential.") var json = false

    func run() async throws {
        try await reporting(asking: try options.serverText()) {
            let device = try options.device(gesture: try gestures.gesture())
            let typed = try await typedCode()
            device.onMatchNumber { number in show(number) }
            try await Interruption.cancelling {
                let credentials = try await device.registerCredentials(token: CredentialToken(value: typed))
                for credential in credentials { report(credential) }
            }
        }
    }

    private func typedCode() async throws -> String {
        if !code.isEmpty { return code.joined(separator: " ") }
        guard Terminal.canAsk else { throw CommandFailure("Give the nine digits that the first device shows.") }
        guard let typed = await TerminalQuestion.ask("The nine digits that the first device shows: "), !typed.isEmpty
        else { throw CommandFailure("No code was typed.") }
        return typed
    }

    private func show(_ number: MatchNumber) {
        if json {
            let object: JSONValue = ["match_number": .string(number.text), "tenant": .string(number.tenantName)]
            return Terminal.say(object.text)
        }
        Terminal.say("\nnumber: \(Terminal.green(number.text))")
        Terminal.note("Pick it on the first device, which asks for \(number.tenantName). Waiting…")
    }

    private func report(_ credential: Credential) {
        if json { return Terminal.say(credential.json.text) }
        Terminal.say("\(Terminal.green("imported")): a credential of \(credential.name)")
    }
}
