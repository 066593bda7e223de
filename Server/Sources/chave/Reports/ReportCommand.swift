import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import ServerHost

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "What was paid: payments.",
        subcommands: [Payments.self]
    )

    struct Payments: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Payments by day, status and reason, with totals. Works beside a running server.",
            discussion: """
                Example: chave report payments --from 2026-03-01 --to 2026-04-01 --csv
                Days are those of Brasília, by the time at which the payment intent was made.
                """
        )

        @OptionGroup var data: StoreOptions
        @OptionGroup var window: WindowOptions
        @Flag(help: "Print comma-separated values, one line a group.") var csv = false
        @Flag(help: "Print one JSON object.") var json = false

        func validate() throws {
            if csv && json { throw ValidationError("Give --csv or --json, not both.") }
        }

        func run() async throws {
            try await reporting {
                let report = try await DataDirectory.paymentsReport(data.place(), from: window.from, to: window.to)
                if json { return Terminal.say(object(report).text) }
                if csv {
                    Terminal.say("day,status,failure_code,count,amount")
                    for (group, sum) in report.lines {
                        Terminal.say("\(group.day),\(group.status),\(group.failureCode),\(sum.count),\(sum.amount)")
                    }
                    return
                }
                if report.lines.isEmpty { Terminal.note("There are no payments in that time.") }
                let lines = report.lines.map { group, sum in
                    [group.day, group.status, "\(sum.count)", "R$", sum.amount, group.failureCode]
                }
                let totals = report.totals.map { status, sum in ["total", status, "\(sum.count)", "R$", sum.amount] }
                let sides: [Columns.Side] = [.left, .left, .right, .left, .right]
                for line in Columns.lines(lines + totals, sides) { Terminal.say(line) }
            }
        }

        private func object(_ report: PaymentsReport) -> JSONValue {
            [
                "from": .string(window.from.rfc3339), "to": .string(window.to.rfc3339), "currency": "BRL",
                "totals": .array(
                    report.totals.map { status, sum in
                        [
                            "status": .string(status), "count": JSONValue(sum.count), "amount": .string(sum.amount),
                        ]
                    }
                ),
                "lines": .array(
                    report.lines.map { group, sum in
                        [
                            "day": .string(group.day), "status": .string(group.status),
                            "failure_code": group.failureCode.isEmpty ? .null : .string(group.failureCode),
                            "count": JSONValue(sum.count), "amount": .string(sum.amount),
                        ]
                    }
                ),
            ]
        }
    }
}

/// A span of time.
struct WindowOptions: ParsableArguments {
    @Option(
        help: "From this day in Brasília, YYYY-MM-DD, or this time, such as 2026-03-01T12:00:00Z.",
        transform: Parse.moment
    )
    var from: Timestamp
    @Option(help: "Until that day or time, which is not inside any more.", transform: Parse.moment)
    var to: Timestamp

    func validate() throws {
        if to <= from { throw ValidationError("--to must come after --from.") }
    }
}
