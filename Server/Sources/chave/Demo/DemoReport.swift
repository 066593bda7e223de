import ChaveWire
import Synchronization

/// Prints the steps as they happen: a tick, the name and the duration.
final class DemoReport: Sendable {
    private let isQuiet: Bool
    private let steps = Mutex<[JSONValue]>([])
    private let facts = Mutex<JSONObject>(JSONObject())

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    func title(_ text: String) {
        if !isQuiet { Terminal.say("\n\(text)") }
    }

    func line(_ text: String) {
        if !isQuiet { Terminal.say("    \(text)") }
    }

    /// Runs a step and shows it; a step that throws is shown as failed.
    func step<Value>(
        _ number: String,
        _ name: String,
        _ body: () async throws -> (value: Value, detail: String)
    ) async throws -> Value {
        let started = ContinuousClock.now
        do {
            let (value, detail) = try await body()
            record(number, name, isDone: true, detail, ContinuousClock.now - started)
            return value
        } catch {
            record(number, name, isDone: false, "", ContinuousClock.now - started)
            throw error
        }
    }

    /// Prints a statement at the end, which is true or false.
    func verdict(_ name: String, _ isTrue: Bool, _ detail: String) {
        facts.withLock { $0[name] = ["holds": .bool(isTrue), "detail": .string(detail)] }
        guard !isQuiet else { return }
        Terminal.say("\(isTrue ? Terminal.green("✓") : Terminal.red("✗")) \(name)  \(Terminal.dim(detail))")
    }

    private func record(_ number: String, _ name: String, isDone: Bool, _ detail: String, _ time: Duration) {
        let milliseconds = time / .milliseconds(1)
        let rounded = JSONNumber("\((milliseconds * 10).rounded() / 10)").map(JSONValue.number) ?? .null
        steps.withLock {
            $0.append([
                "step": .string(number), "name": .string(name), "done": .bool(isDone), "milliseconds": rounded,
            ])
        }
        guard !isQuiet else { return }
        let mark = isDone ? Terminal.green("✓") : Terminal.red("✗")
        let shown =
            milliseconds < 1_000 ? "\(Int(milliseconds.rounded())) ms" : "\((milliseconds / 100).rounded() / 10) s"
        let padding = String(repeating: " ", count: max(1, 44 - name.count))
        Terminal.say("\(mark) \(number)  \(name)\(padding)\(shown)  \(Terminal.dim(detail))")
    }

    var json: JSONValue {
        ["steps": .array(steps.withLock { $0 }), "verdicts": .object(facts.withLock { $0 })]
    }
}
