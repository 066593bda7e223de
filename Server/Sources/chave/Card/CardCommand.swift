import ArgumentParser

struct CardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card",
        abstract: "An issuer's app on a terminal: say yes or no to a card in a wallet, look at it, suspend it.",
        subcommands: [CardActivateCommand.self, CardListCommand.self, CardSuspendCommand.self]
    )
}
