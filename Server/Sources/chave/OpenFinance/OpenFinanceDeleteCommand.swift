import ArgumentParser
import ChaveBase
import ChavePixModel
import OpenFinanceClient
import ServerHost
import WireHost

/// `chave open-finance delete`.
struct OpenFinanceDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Remove the registration at a bank; refused while enrollments or payments there need it.",
        discussion: """
            Examples:
              chave open-finance delete "Banco Ipê" --open-finance platform.json --data DIR
              chave open-finance delete "Banco Ipê" --forget --data DIR

            --forget asks nobody: it is for a bank that says that it has no client of
            ours. The next enrollment there registers anew.
            """
    )

    @OptionGroup var file: PlatformFileOption
    @OptionGroup var data: StoreOptions
    @Argument(help: "A bank.") var bank: String
    @Flag(help: "Forget registration or mark, and do not ask the bank.") var forget = false
    @Flag(help: "Do not ask whether it is meant.") var yes = false

    func run() async throws {
        try await reporting {
            let participant = forget ? nil : try PlatformParticipant(file: try await file.path(data))
            try await DataDirectory.withBanks(data.place()) { kept in
                let registrations = try await kept.registrations.all()
                let (id, name) = try KeptBank.find(bank, among: try kept.copy.listedBanks(), registrations)
                let shown = "\(PrintableLine.of(name))  \(id.text)"
                guard registrations.contains(where: { $0.institution == id }) else {
                    throw CommandFailure("There is no registration at \(shown).")
                }
                let question = forget ? "Forget the registration at \(shown)?" : "Delete the registration at \(shown)?"
                try await TerminalQuestion.require(question, unless: yes, orElse: "Nothing was done.")
                guard let participant else { return try tell(try await kept.registrations.forget(at: id), shown, id) }
                let removal = try await PlatformDesk.with(participant, kept) {
                    try await $0.removeRegistration(at: id)
                }
                try tell(removal, shown, id)
            }
        }
    }

    private func tell(_ removal: RegistrationRemoval, _ name: String, _ id: InstitutionID) throws {
        switch removal {
        case .removed(let client):
            Terminal.say("removed client \(PrintableLine.of(client, longest: 256)) at \(name)")
        case .forgotten: Terminal.say("forgotten: \(name)")
        case .none: throw CommandFailure("There is no registration at \(name).")
        case .marked:
            throw CommandFailure(ConnectorAlarm.registrationUnknown(id).sentence)
        case .inUse(let objects): throw CommandFailure(OpenFinanceDeleteCommand.sentence(objects, name))
        case .refused(let error):
            throw CommandFailure(
                """
                \(name) refused: \(error). What is kept here stays. If the bank says that it has no such client, run: \
                chave open-finance delete \(id.text) --forget
                """
            )
        case .unknown: throw CommandFailure(ConnectorAlarm.removalUnknown(id).sentence)
        }
    }

    private static func sentence(_ objects: BankObjects, _ name: String) -> String {
        let counts = [
            (objects.enrollments, "live enrollments"),
            (objects.unconfirmedEnds, "ended enrollments whose end the bank has not confirmed"),
            (objects.payments, "open payments"),
        ]
        let needed = counts.filter { $0.0 > 0 }.map { "\($0.1) (\($0.0))" }.joined(separator: ", ")
        return """
            The registration at \(name) is needed by \(needed). Nothing was sent. End the enrollments first \
            (POST /enrollments/{id}/cancel/), and wait until payments have ended.
            """
    }
}
