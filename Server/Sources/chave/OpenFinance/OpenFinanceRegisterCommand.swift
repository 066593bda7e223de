import ArgumentParser
import ChaveBase
import ChavePixModel
import OpenFinanceClient
import ServerHost
import WireHost

/// `chave open-finance register`.
struct OpenFinanceRegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Register at a bank, or tell it what the platform's file has otherwise.",
        discussion: """
            Example: chave open-finance register "Banco Ipê" --open-finance platform.json --data DIR
            A server does the same when it first uses a bank. A lost answer stops that bank until somebody asks it.
            """
    )

    @OptionGroup var file: PlatformFileOption
    @OptionGroup var data: StoreOptions
    @Argument(help: "A bank of the directory's list.") var bank: String

    func run() async throws {
        try await reporting {
            let participant = try PlatformParticipant(file: try await file.path(data))
            let place = try await data.place()
            try await DataDirectory.withBanks(place) { kept in
                try await PlatformDesk.with(participant, kept, alarm: { Terminal.note("chave: \($0.sentence)") }) {
                    try await register($0, kept, place)
                }
            }
        }
    }

    private func register(_ connector: OpenFinanceConnector, _ kept: KeptBanks, _ place: DataPlace) async throws {
        try await connector.requireRelyingParty()
        try await connector.open()
        let bank = try NamedBank.find(bank, among: await connector.listedBanks)
        let before = try await kept.registrations.state(at: bank.id)
        let made = try await connector.register(at: bank.id)
        let name = "\(PrintableLine.of(bank.name))  \(bank.id.text)"
        // The bank's own reason is told as an alarm.
        guard connector.isCurrent(made) else {
            throw CommandFailure("\(name) did not take the change; the registration that was there stays in use.")
        }
        switch before {
        case .registered(made): Terminal.say("\(Terminal.green("✓")) registered already: \(name)")
        case .registered: Terminal.say("\(Terminal.green("✓")) changed at \(name)")
        case .none, .sent, .removing: Terminal.say("\(Terminal.green("✓")) registered at \(name)")
        }
        Terminal.say("client_id:      \(PrintableLine.of(made.clientID, longest: 256))")
        Terminal.say("redirect_uris:  \(made.redirectURIs.joined(separator: " "))")
        Terminal.say("webhook_uris:   \(made.webhookURIs.joined(separator: " "))")
        Terminal.note("Client and registration token are kept sealed in \(place), and are in its backups.")
    }
}
