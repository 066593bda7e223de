import ChaveWire
import Foundation

/// Lets programs in other languages drive our ceremonies: one JSON object a line in, one a line out.
///
/// `{"op": …}` in; `{"ok": true, …}` or `{"ok": false, "refusal": …}` out. Credentials live as long as the process.
@main
struct CeremonyOracle {
    static func main() async {
        let operations = Operations()
        while let line = readLine(strippingNewline: true) {
            print(await answer(line, operations).text)
            // Whoever asked waits for this line: all open streams, because `stdout` is a variable to Swift 6.
            fflush(nil)
        }
    }

    private static func answer(_ line: String, _ operations: Operations) async -> JSONValue {
        do {
            return try await operations.run(Request(JSONValue(parsing: line, limits: .list)))
        } catch let refusal as Refused {
            return ["ok": false, "refusal": .string(refusal.reason), "step": JSONValue(refusal.step)]
        } catch {
            return ["ok": false, "refusal": "malformed", "step": .string("\(error)")]
        }
    }
}

/// What was asked was understood and refused.
struct Refused: Error {
    var reason: String
    var step: String?
}
