import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import OpenFinanceClient
import ServerHost

/// `chave open-finance show`.
struct OpenFinanceShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "The registrations at banks: state, client, since when, addresses. Asks nobody.",
        discussion: """
            Example: chave open-finance show --data DIR
            "marked" is a registration whose answer was lost, "removing" one whose removal's answer was lost.
            """
    )

    @OptionGroup var data: StoreOptions
    @Argument(help: "A bank. [default: all]") var bank: String?
    @Flag(help: "Print a JSON array.") var json = false

    func run() async throws {
        try await reporting {
            try await DataDirectory.withBanks(data.place()) { kept in
                let banks = try kept.copy.listedBanks()
                var all = try await kept.registrations.all()
                if let bank {
                    let wanted = try KeptBank.find(bank, among: banks, all)
                    all = all.filter { $0.institution == wanted.id }
                }
                let names = Dictionary(banks.map { ($0.id, $0.name) }) { first, _ in first }
                if json {
                    return Terminal.say(JSONValue.array(all.map { object($0, names[$0.institution]) }).text)
                }
                if all.isEmpty { Terminal.note("There is no registration. Make one: chave open-finance register BANK") }
                for each in all { say(each, names[each.institution]) }
            }
        }
    }

    private func say(_ each: KeptRegistration, _ name: String?) {
        let (state, known) = each.state.shown
        let padded = state + String(repeating: " ", count: 10 - state.count)
        let bank = PrintableLine.of(name ?? "(unknown)")
        Terminal.say("\(each.institution.text)  \(padded)  \(each.since.rfc3339)  \(bank)")
        guard let known else { return }
        Terminal.say("    client_id:      \(PrintableLine.of(known.clientID, longest: 256))")
        Terminal.say("    redirect_uris:  \(known.redirectURIs.joined(separator: " "))")
    }

    private func object(_ each: KeptRegistration, _ name: String?) -> JSONValue {
        let (state, known) = each.state.shown
        return [
            "institution": .string(each.institution.text), "name": JSONValue(name), "state": .string(state),
            "since": .string(each.since.rfc3339), "client_id": JSONValue(known?.clientID),
            "redirect_uris": .array((known?.redirectURIs ?? []).map(JSONValue.string)),
            "webhook_uris": .array((known?.webhookURIs ?? []).map(JSONValue.string)),
        ]
    }
}

extension RegistrationState {
    /// The word for the state, and what is known of the client.
    fileprivate var shown: (word: String, known: ClientRegistration?) {
        switch self {
        case .none: ("none", nil)
        case .sent: ("marked", nil)
        case .registered(let known): ("registered", known)
        case .removing(let known): ("removing", known)
        }
    }
}

/// A bank among those of the kept list and those with a registration, which an id names too.
enum KeptBank {
    static func find(
        _ text: String,
        among banks: [ListedBank],
        _ registrations: [KeptRegistration]
    ) throws -> (id: InstitutionID, name: String) {
        if let kept = registrations.first(where: { $0.institution.text == text.lowercased() }) {
            let name = banks.first { $0.id == kept.institution }?.name
            return (kept.institution, name ?? kept.institution.text)
        }
        let bank = try NamedBank.find(text, among: banks)
        return (bank.id, bank.name)
    }
}
