import App2App
import ArgumentParser
import BeyondIdentityEmbedded
import ChaveSoftwareAuthenticator
import ChaveTransport
import ChaveWire
import Foundation

struct CardActivateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate",
        abstract: "Answer a wallet that has added a card: shows which, asks, and activates it.",
        discussion: """
            Examples:
              chave card activate 'bank-app://token-activation/a2a?…'
              chave card activate LINK --callback-scheme com.example.wallet --json

            The wallet's page of the sandbox shows the link. The callback is
            printed, and nothing is opened. Ctrl-C answers the wallet with
            failure: nobody said no.

            Exit codes: 0 the card is active, 1 it did not work, 2 you said no,
            64 wrong arguments, 65 the link is refused and nothing was sent,
            130 ended by Ctrl-C. Outside --bare there is a callback for each but
            64, and for 65 where the link's own address is right.
            """
    )

    @OptionGroup var options: SignInDeviceOptions
    @OptionGroup var agreed: CardLinkOptions
    @Argument(help: "The wallet's link, in quotation marks.") var link: String
    @Flag(help: "Say yes to both questions, the device's key's too. Only against a sandbox.") var yes = false
    @Flag(help: "Print a JSON object.") var json = false

    func run() async throws {
        try await reporting(asking: try options.serverText()) {
            let address = try options.address()
            let rules = agreed.rules(server: address.text, for: link)
            let url = try CardLink(text: link, rules: rules).url
            if yes { try await requireSandbox(address) }
            let app = try IssuerApp(options: options, rules: rules, gesture: gesture(), isAgreed: yes)
            let end = Mutexed<TokenActivationEnd?>(nil)
            try await Interruption.watching(cancel: { await app.leave() }) {
                end.value = await app.session.handle(url)
                try report(end.value, app)
            }
        }
    }

    /// The gesture of the device's key; `nil` asks the user on the terminal.
    private func gesture() throws -> UserGesture? {
        guard yes || Terminal.canAsk else {
            throw CommandFailure("There is no terminal to ask on. Run this in one, or add --yes in a sandbox.")
        }
        return try GestureOptions.gesture(isAgreed: yes)
    }

    private func requireSandbox(_ address: BaseURL) async throws {
        let server = CardServer(baseURL: address.text, transport: URLSessionTransport())
        guard try await server.isSandbox() else {
            throw CommandFailure("--yes is for sandboxes, and the server there shows no wallet to try. Leave it out.")
        }
    }

    private func report(_ end: TokenActivationEnd?, _ app: IssuerApp) throws {
        guard let end else { throw UnreadableInput(CardFailure.foreign) }
        if json {
            Terminal.say(CardEndText(end: end, record: app.record).json.text)
        } else {
            for line in CardEndText(end: end, record: app.record).lines { Terminal.say(line) }
        }
        switch end.outcome {
        case .approved: return
        case .declined: throw ExitCode.declined
        case .failure: throw CardFailure.of(end.failure, app)
        }
    }
}

/// A wallet's link as the user typed it.
struct CardLink {
    /// The URL for the library, which reports the fault of a link when the wallet can get an answer.
    let url: URL

    init(text: String, rules: TokenActivationRules) throws {
        do throws(TokenActivationLinkRefusal) {
            _ = try TokenActivationLink(text: text, rules: rules)
        } catch {
            guard error.isAnswerable else { throw CardFailure.refused(error) }
        }
        // Foundation repairs URLs; a link that it would change is not the one that was checked.
        guard let url = URL(string: text), url.absoluteString == text else {
            throw CardFailure.refused(.notAnAddress)
        }
        self.url = url
    }
}
