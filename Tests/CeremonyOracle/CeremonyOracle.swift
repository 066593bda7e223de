import ChaveSoftwareAuthenticator
import ChaveWire
import Foundation

/// Lets programs in other languages drive our ceremonies: one JSON object a line in, one a line out.
///
/// `{"op": …}` in; `{"ok": true, …}` or `{"ok": false, "refusal": …}` out. Credentials live as long as the process, or,
/// where a directory is named, in its encrypted files.
@main
struct CeremonyOracle {
    static func main() async throws {
        let operations = Operations(store: try store(CommandLine.arguments.dropFirst().first))
        while let line = readLine(strippingNewline: true) {
            print(await answer(line, operations).text)
            // Whoever asked waits for this line: all open streams, because `stdout` is a variable to Swift 6.
            fflush(nil)
        }
    }

    private static func store(_ directory: String?) throws -> any KeyStore {
        guard let directory else { return MemoryKeyStore() }
        return try EncryptedKeyStore(directory: directory, protection: .keyFile(path: directory + ".key"))
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
