import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire

struct CardSuspendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend",
        abstract: "Stop a card from paying through a wallet, at its network.",
        discussion: """
            Example: chave card suspend 0193…

            The id is the one that chave card list prints. Nothing is asked:
            what is suspended too early is undone by the issuer, what is suspended
            too late is not.
            """
    )

    @OptionGroup var options: SignInDeviceOptions
    @OptionGroup var gestures: GestureOptions
    @Argument(help: "The activation's id: chave card list prints it.", transform: Parse.id)
    var id: ActivationID
    @Flag(help: "Print a JSON object.") var json = false

    func run() async throws {
        try await reporting(asking: try options.serverText()) {
            let device = try options.device(gesture: try gestures.gesture())
            let server = CardServer(baseURL: try options.address().text, transport: URLSessionTransport())
            try await Interruption.cancelling {
                let token = try await HolderTokens(device: device).any()
                let path = "\(CardServer.activationsPath)/\(id.text)/suspend"
                try show(try await server.call(.post, path, by: token))
            }
        }
    }

    private func show(_ activation: JSONValue) throws {
        guard let state = activation["tokenState"]?.string else {
            throw CommandFailure("The server's answer cannot be read. Look at: chave card list")
        }
        if json { return Terminal.say(activation.text) }
        let place = CardText.place(wallet: activation["walletName"], device: activation["deviceName"])
        Terminal.say("\(Terminal.green(PrintableLine.of(state).lowercased())): \(place)")
    }
}

/// A token's activation at the issuer's server.
enum ActivationKind {}
typealias ActivationID = ResourceID<ActivationKind>
