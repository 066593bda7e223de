import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import LoadGenerator

struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Pay with many devices at once, and measure how long a sandbox takes.",
        discussion: """
            Examples:
              chave load --rate 50 --duration 30
              chave load --concurrency 64 --duration 1m --json > result.json
              chave load --rate 100 --waiting 1000 --chart load.svg

            With --rate payments begin by schedule, whatever becomes of those
            before, and times count from when a payment was due: a slow server
            is not asked less, and its waits are all in the percentiles. With
            --concurrency each device pays again as soon as it has paid, which
            finds out how much a server does, and says little of times.

            Devices are enrolled first, at the sandbox bank, by people who do
            nothing else. The merchant is an organisation of its own, whose keys
            stand in load.json of the data directory, so that the shop shows
            nothing of a run. Devices stay enrolled, and payments stay in that
            merchant's list as load-… in external_id.
            Ctrl-C ends a run and shows what was measured so far. What limited
            the generator itself is said below the numbers.

            Exit codes: 0 every payment came to SUCCEEDED, 1 some did not or the
            run could not begin, 64 wrong arguments, 130 ended by Ctrl-C.
            """
    )

    @OptionGroup var shop: MerchantOptions
    @OptionGroup var shape: LoadShapeOptions
    @OptionGroup var bank: InstitutionOption
    @Option(
        help: "The account that receives the money, by its id. [default: that of load's own merchant]",
        transform: Parse.id
    )
    var beneficiary: BankAccountID?
    @Option(help: "What each payment pays, in reais. [default: 0.01]", transform: Parse.amount) var amount: Money?
    @Option(help: "Clients that only wait, in a process of their own.") var waiting = 0
    @Option(help: "Write a chart there, as SVG.") var chart: String?
    @Flag(help: "Go on although not all of the server's banks are the sandbox's.") var anyServer = false
    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws {
        _ = try shape.plan()
        guard (0...100_000).contains(waiting) else { throw ValidationError("--waiting is 0 to 100000.") }
        if let chart, let problem = LoadChartFile.problem(chart) {
            throw ValidationError(
                "--chart \(PrintableLine.of(chart)) cannot be written: \(problem). Give a file in a folder of yours."
            )
        }
    }

    func run() async throws {
        try await reporting(asking: try shop.server.text()) {
            let plan = try shape.plan()
            try OpenFiles.allow(plan.devices * 2 + 200)
            let target = try await LoadPreparation(command: self).target()
            let session = LoadSession(plan: plan, target: target, waiting: waiting)
            let result = try await session.run()
            try report(result)
            if result.isInterrupted { throw ExitCode.interrupted }
            guard result.isGood else { throw ExitCode.failure }
        }
    }

    private func report(_ result: LoadResult) throws {
        if json {
            Terminal.say(result.json.text)
        } else {
            for line in result.lines { Terminal.say(line) }
        }
        guard let chart else { return }
        try LoadChartFile.write(LoadChart(result).svg, to: chart)
    }
}
