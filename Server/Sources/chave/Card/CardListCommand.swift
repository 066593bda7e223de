import ArgumentParser
import ChaveTransport
import ChaveWire

struct CardListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Your cards at the issuer, each with the wallets that hold it.",
        discussion: """
            Examples:
              chave card list
              chave card list --json
            """
    )

    @OptionGroup var options: SignInDeviceOptions
    @OptionGroup var gestures: GestureOptions
    @Flag(help: "Print a JSON array.") var json = false

    func run() async throws {
        try await reporting(asking: try options.serverText()) {
            let device = try options.device(gesture: try gestures.gesture())
            let server = CardServer(baseURL: try options.address().text, transport: URLSessionTransport())
            try await Interruption.cancelling {
                let token = try await HolderTokens(device: device).any()
                try show(try await server.call(.get, CardServer.cardsPath, by: token))
            }
        }
    }

    private func show(_ answer: JSONValue) throws {
        guard let cards = answer["cards"]?.array else { throw CommandFailure("The server's list cannot be read.") }
        if json { return Terminal.say(JSONValue.array(cards).text) }
        if cards.isEmpty { Terminal.note("You have no card here.") }
        for card in cards {
            let state = card["isBlocked"]?.bool == true ? "  BLOCKED" : ""
            Terminal.say("\(CardText.card(card))\(state)")
            for token in card["tokens"]?.array ?? [] { Terminal.say("  \(CardText.token(token))") }
        }
    }
}
