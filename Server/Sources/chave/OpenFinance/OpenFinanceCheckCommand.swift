import ArgumentParser
import ChaveBase
import OpenFinanceClient
import ServerHost
import WireHost

/// `chave open-finance check`.
struct OpenFinanceCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Walk from the platform's files over the directory to a bank's token, and name what fails.",
        discussion: """
            Examples:
              chave open-finance check --open-finance platform.json
              chave open-finance check "Banco Ipê" --open-finance platform.json --data DIR
              chave open-finance check --all --open-finance platform.json --data DIR

            It changes nothing and registers nowhere. A certificate that ends within 30
            days is a fault. Exit code 0 when no step fails, 1 otherwise.
            """
    )

    @OptionGroup var file: PlatformFileOption
    @OptionGroup var data: StoreOptions
    @Argument(help: "A bank of the directory's list. [default: none, so that only the platform's side is looked at]")
    var bank: String?
    @Flag(help: "Each bank of the directory's list.") var all = false

    func validate() throws {
        if all && bank != nil { throw ValidationError("Give a bank or --all, not both.") }
    }

    func run() async throws {
        try await reporting {
            let failures = Mutexed(0)
            let say: ExaminationListener = { step in
                if step.isFailure { failures.value += 1 }
                StepLine.say(step)
            }
            let place = try await data.place()
            guard let participant = PlatformExamination(try await file.path(data)).examine(say) else {
                Terminal.note("The rest needs these files.")
                throw ExitCode.failure
            }
            try await withKept(place, say) { kept in
                try await PlatformDesk.with(participant, kept) { connector in
                    await connector.examineDirectory(say)
                    try await examineBanks(connector, hasDatabase: kept != nil, say)
                }
            }
            guard failures.value == 0 else { throw ExitCode.failure }
        }
    }

    private func examineBanks(
        _ connector: OpenFinanceConnector,
        hasDatabase: Bool,
        _ say: ExaminationListener
    ) async throws {
        let listed = await connector.listedBanks
        var banks = all ? listed.filter { !$0.isFormer } : []
        if let bank { banks = [try NamedBank.find(bank, among: listed)] }
        for bank in banks {
            Terminal.say("\n\(PrintableLine.of(bank.name))  \(Terminal.dim(bank.id.text))")
            await connector.examine(bank.id, hasDatabase: hasDatabase, say)
        }
    }

    /// Runs `body` with what the server's data has; without data, or with data that cannot be opened, with nothing.
    private func withKept(
        _ place: DataPlace,
        _ say: ExaminationListener,
        _ body: (KeptBanks?) async throws -> Void
    ) async throws {
        var isOpen = false
        do {
            try await DataDirectory.withBanks(place) { kept in
                isOpen = true
                try await body(kept)
            }
        } catch {
            guard !isOpen else { throw error }
            if error is DataDirectory.Missing {
                say(ExaminedStep("data", .skipped("no server has started in \(place): no registrations are looked at")))
            } else {
                say(ExaminedStep("data", .fails(Sentence.of(error))))
            }
            try await body(nil)
        }
    }
}
