import ArgumentParser
import BeyondIdentityEmbedded
import ChaveWire
import Foundation

struct DeviceApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Sign a browser in, whose page shows an address as a QR code.",
        discussion: """
            Example: chave device approve 'http://localhost:8080/t/padaria-aurora/v2/browser-approvals/…'

            Shows who asks and three numbers: type the one that the page shows,
            and the PIN once more. Nothing typed refuses.
            """
    )

    @OptionGroup var options: SignInDeviceOptions
    @OptionGroup var gestures: GestureOptions
    @Argument(help: "The address in the QR code; the page also shows it as text.") var address: String
    @Flag(help: "Print a JSON object.") var json = false

    func run() async throws {
        try await reporting(asking: try options.serverText()) {
            guard let url = URL(string: address) else {
                throw CommandFailure("That is no address. Give the whole text that the page shows.")
            }
            guard Terminal.canAsk else {
                throw CommandFailure("There is no terminal to type the page's number on. Run this in one.")
            }
            let device = try options.device(gesture: try gestures.gesture())
            try await Interruption.cancelling { try await approve(url, device) }
        }
    }

    private func approve(_ url: URL, _ device: CoreEmbedded) async throws {
        let outcome = try await device.approveSignIn(url) { question in
            await NumberQuestion.ask(
                DeviceApproveCommand.sentence(question),
                choices: question.choices,
                seconds: question.expiresInSeconds
            )
        }
        if json {
            let object: JSONValue = ["outcome": .string(outcome.rawValue)]
            Terminal.say(object.text)
        }
        switch outcome {
        case .approved: if !json { Terminal.say("\(Terminal.green("approved")): the page is signed in") }
        case .refused: throw Declined("The page was not signed in.")
        }
    }

    private static func sentence(_ question: BrowserSignIn) -> String {
        let place = [question.browser, question.system].compactMap(\.self).joined(separator: ", ")
        let browser = "A browser\(place.isEmpty ? "" : " (\(place))")"
        return "\(browser) wants to sign in as you to “\(question.clientName ?? question.tenantName)”."
    }
}
