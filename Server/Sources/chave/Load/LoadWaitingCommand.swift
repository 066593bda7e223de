import ArgumentParser
import ChaveWire
import Foundation
import LoadGenerator

/// The command of the process that `chave load --waiting` starts; no user types it.
struct LoadWaitingCommand: AsyncParsableCommand {
    static let name = "load-waiting"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Clients that only wait, for chave load.",
        discussion: "It reads an order from standard input, and ends when that ends.",
        shouldDisplay: false
    )

    func run() async throws {
        // Ctrl-C is for the paying process; this one ends with its input.
        signal(SIGINT, SIG_IGN)
        try await reporting {
            guard let line = readLine(), let json = try? JSONValue(parsing: line), let order = WaitingOrder(json: json)
            else { throw UnreadableInput("Standard input is no order; this command is for chave load.") }
            try OpenFiles.allow(order.clients + 200)
            let clients = WaitingClients(order)
            let teller = Task {
                while (try? await Task.sleep(for: .milliseconds(200))) != nil { Terminal.say(clients.report.json.text) }
            }
            defer { teller.cancel() }
            let report = try await clients.run { await LoadWaitingCommand.endOfInput() }
            teller.cancel()
            Terminal.say(report.json.text)
        }
    }

    /// Waits for the end of the input on its own thread, because reading blocks.
    private static func endOfInput() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while readLine() != nil {}
                continuation.resume()
            }
        }
    }
}
