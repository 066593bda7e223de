import ArgumentParser
import ChaveCeremonyDebugger
import ChaveWire

struct WebAuthnInspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what the bytes of a ceremony hold, as JSON.",
        discussion: """
            Hex, base64 or base64url, as the argument or on standard input. What it
            is shows by its looks, or is said with --as: attestation-object,
            authenticator-data, client-data, cose-key, signature, certificate, cbor.

            Text that begins with '-' would be taken for an option: give it behind
            a '--', or on standard input.

            Examples:
              chave webauthn inspect --as cbor a10126
              chave webauthn inspect -- -TwA
              chave webauthn inspect --as authenticator-data --lenient < data.txt

            Exit codes: 0 shown, 65 it cannot be read, or without --lenient it is
            not in the form that its specification asks for.
            """
    )

    @Argument(help: "The bytes, behind '--' if they begin with '-'; without them, standard input.") var text: String?
    @Option(name: .customLong("as"), help: "What it is.", transform: Parse.kind) var kind: InspectedKind?
    @Flag(help: "Show what can be read, and name what is off.") var lenient = false

    private static let hint = ". What can be read shows with --lenient."

    func run() async throws {
        try await reporting {
            let text = try self.text ?? StandardInput.text()
            do throws(InspectionRefusal) {
                Terminal.say(try Inspection.inspect(text, as: kind, isLenient: lenient).text)
            } catch {
                throw UnreadableInput(error.findings.joined(separator: "; ") + (error.isReadable ? Self.hint : "."))
            }
        }
    }
}
