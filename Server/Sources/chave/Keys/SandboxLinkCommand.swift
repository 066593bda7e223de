import ArgumentParser
import ChaveBase
import ChaveTransport
import Foundation
import PaymentsCore
import ServerHost

struct SandboxLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Make a link that shows one browser a sandbox's keys and mails, once.",
        discussion: """
            Example: chave keys link
            The link is good for a day, the browser that opens it for a week.
            """
    )

    @OptionGroup var data: DataOption
    @Option(help: "The server. [default: CHAVE_BASE_URL, else http://localhost:8080]") var server: String?

    func run() async throws {
        try await reporting {
            let named = ProcessInfo.processInfo.environment["CHAVE_BASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
            let address = server ?? named ?? "http://localhost:8080"
            do throws(BaseURL.Refusal) {
                _ = try BaseURL(address)
            } catch {
                // The link may be for a phone in the same network.
                guard error == .insecure else {
                    let source = server == nil ? "CHAVE_BASE_URL" : "--server"
                    throw ValidationError("\(source): \(error.sentence(of: address))")
                }
            }
            let baseURL = ServeCommand.publicURL(address, isSandbox: true) ?? address
            guard let link = try SandboxLinkCommand.link(to: baseURL, of: data.directory) else {
                throw CommandFailure(
                    "No sandbox has run with the data directory \(data.directory). Name another with --data."
                )
            }
            Terminal.say(link)
        }
    }

    /// A new link; `nil` when no sandbox has run with that data directory.
    static func link(to baseURL: String, of dataDirectory: String) throws -> String? {
        let world = World.live
        return try SandboxLink.new(
            dataDirectory: dataDirectory,
            baseURL: baseURL,
            at: world.now(),
            randomBytes: world.randomBytes
        )
    }
}
