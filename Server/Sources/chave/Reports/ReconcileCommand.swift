import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import ServerHost

struct ReconcileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Compare each payment of a span of time with its bank. Works beside a running server.",
        discussion: """
            Example: chave reconcile --from 2026-03-01 --to 2026-03-02 --json
            Exit code 0 when all that has ended agrees, 1 when anything differs or a bank did not answer.
            What is still under way is counted and is no difference.
            """
    )

    @OptionGroup var data: StoreOptions
    @OptionGroup var window: WindowOptions
    @Flag(help: "Print one JSON object a line: each difference, then the summary.") var json = false

    func run() async throws {
        try await reporting {
            var (compared, open, differing) = (0, 0, 0)
            try await DataDirectory.reconcile(data.place(), from: window.from, to: window.to) { intent, outcome in
                compared += 1
                switch outcome {
                case .agrees: break
                case .open: open += 1
                case .differs(let difference):
                    differing += 1
                    Terminal.say(json ? object(intent, difference).text : line(intent, difference))
                }
            }
            if json {
                let summary: JSONValue = [
                    "compared": JSONValue(Int64(compared)), "open": JSONValue(Int64(open)),
                    "differences": JSONValue(Int64(differing)),
                ]
                Terminal.say(summary.text)
            } else {
                Terminal.say("\(compared) compared, \(open) under way, \(Counted.of(differing, "difference"))")
            }
            if differing > 0 { throw ExitCode.failure }
        }
    }

    private func line(_ intent: PaymentIntent, _ difference: Reconciliation.Difference) -> String {
        "\(intent.id.text)  \(difference.kind.rawValue)  here \(difference.ours), at the bank \(difference.theirs)"
    }

    private func object(_ intent: PaymentIntent, _ difference: Reconciliation.Difference) -> JSONValue {
        [
            "payment_intent": .string(intent.id.text), "organisation": .string(intent.organisation.text),
            "end_to_end_id": .string(intent.endToEndID.text), "kind": .string(difference.kind.rawValue),
            "ours": .string(difference.ours), "theirs": .string(difference.theirs),
        ]
    }
}
