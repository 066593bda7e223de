import ArgumentParser
import ChaveWire

/// The findings of `chave doctor`: printed as they come, or as one JSON object at the end.
final class DoctorReport: Sendable {
    private struct Findings {
        var checks: [JSONValue] = []
        var risks: [String] = []
        var isWell = true
    }

    private let isJSON: Bool
    private let findings = Mutexed(Findings())

    init(isJSON: Bool) { self.isJSON = isJSON }

    /// Adds the result of a check; without a problem it is well.
    func check(_ name: String, _ problem: String?) {
        findings.change {
            $0.checks.append(["name": .string(name), "problem": JSONValue(problem)])
            if problem != nil { $0.isWell = false }
        }
        guard !isJSON else { return }
        let mark = problem == nil ? Terminal.green("ok  ") : Terminal.red("bad ")
        Terminal.say("\(mark) \(name)\(problem.map { ": \($0)" } ?? "")")
    }

    /// Adds what stops no server, but what its operators should know.
    func risk(_ sentence: String) {
        findings.change { $0.risks.append(sentence) }
        if !isJSON { Terminal.say("\(Terminal.dim("risk")) \(sentence)") }
    }

    /// Prints the object.
    ///
    /// - Throws: `ExitCode.failure` when a check has found a problem.
    func end() throws {
        let all = findings.value
        if isJSON {
            let object: JSONValue = [
                "well": .bool(all.isWell), "checks": .array(all.checks),
                "risks": .array(all.risks.map(JSONValue.string)),
            ]
            Terminal.say(object.text)
        }
        if !all.isWell { throw ExitCode.failure }
    }
}
