import ArgumentParser
import ChaveBase
import OpenFinanceClient
import ServerHost

/// The platform's place in Open Finance, and its registrations at banks.
struct OpenFinanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-finance",
        abstract: "The platform in Open Finance: check the way to a bank; register, show, delete at banks.",
        discussion: """
            Example: chave open-finance check --open-finance platform.json
            A bank is named by its id in the directory, its name or the beginning of its name.
            All of it works beside a running server or without one (docs/open-finance.md).
            """,
        subcommands: [
            OpenFinanceCheckCommand.self, OpenFinanceRegisterCommand.self, OpenFinanceShowCommand.self,
            OpenFinanceDeleteCommand.self,
        ]
    )
}

/// The file that says who the platform is.
struct PlatformFileOption: ParsableArguments {
    @Option(help: "The file that says who the platform is. [default: CHAVE_OPEN_FINANCE, else that of the settings]")
    var openFinance: String?

    /// The path of the file, by the flag, the variable or the file of settings.
    func path(_ data: StoreOptions) async throws -> String {
        guard let path = try await pathIfGiven(data) else {
            throw CommandFailure("Say who the platform is: --open-finance FILE.")
        }
        return path
    }

    func pathIfGiven(_ data: StoreOptions) async throws -> String? {
        let flags = openFinance.map { [Setting.openFinance: SettingsSources.Value.text($0)] } ?? [:]
        let sources = try await data.sources(of: [.openFinance], flags)
        guard case .text(let path)? = try sources.found(.openFinance)?.value, !path.isEmpty else { return nil }
        return path
    }
}

/// The outcome of a step, as a line with the way out below it.
enum StepLine {
    static func say(_ step: ExaminedStep) {
        let name = step.name + String(repeating: " ", count: max(0, width - step.name.count))
        switch step.outcome {
        case .holds(let found): line(Terminal.green("✓"), name, Terminal.dim(PrintableLine.of(found, longest: longest)))
        case .skipped(let reason): line("–", name, PrintableLine.of(reason, longest: longest))
        case .fails(let problem):
            Terminal.say("\(Terminal.red("✗")) \(step.name)")
            Terminal.say("    \(PrintableLine.of(problem, longest: longest))")
        }
    }

    private static let width = 30
    private static let longest = 2_000

    private static func line(_ mark: String, _ name: String, _ text: String) { Terminal.say("\(mark) \(name) \(text)") }
}
