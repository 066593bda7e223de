import ArgumentParser
import ChaveCeremonyDebugger
import ChaveWire
import Foundation

struct WebAuthnVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify a ceremony, and explain the step that refuses it.",
        discussion: """
            Reads a JSON object from standard input and answers with one line:
              {"ceremony": "registration" or "authentication",
               "rpId": "example.org", "origins": ["https://example.org"],
               "challenge": base64url,
               "userVerification": "required", "preferred" or "discouraged",
               "credential": the answer as toJSON() in the browser gives it,
               "stored": of an authentication, as the registration's line has it;
                         the answer's user handle is compared with "userHandle"
                         where it stands in there, and with nothing otherwise}
            Optional: "topOrigins", "allowsUnnamedTopOrigin"; of an authentication
            "allowedCredentials"; of a registration "algorithms",
            "attestation": {"formats", "trustAnchors" (PEM), "types"}.

            Example:
              chave webauthn verify < request.json

            Exit codes: 0 verified, 1 refused, 65 it cannot be read. With --lines
            the highest of all lines.
            """
    )

    @Flag(help: "Read one object a line, and answer each with one line at once.") var lines = false

    func run() async throws {
        try await reporting {
            var code = ExitCode.success.rawValue
            if lines {
                let count = try await StandardInput.eachLine { code = max(code, await answer($0)) }
                guard count > 0 else { throw UnreadableInput("There was no line to verify on standard input.") }
            } else {
                code = await answer(try StandardInput.whole())
            }
            if code != 0 { throw ExitCode(code) }
        }
    }

    /// Prints the answer, and returns its exit code.
    private func answer(_ line: LineSplitter.Line) async -> Int32 {
        let debugger = CeremonyDebugger(secondsSince1970: { Int64(Date().timeIntervalSince1970) })
        let verdict = await debugger.verify(line)
        Terminal.say(verdict.json.text)
        switch verdict.outcome {
        case .verified: return ExitCode.success.rawValue
        case .refused: return ExitCode.failure.rawValue
        case .unreadable: return ExitCode.unreadable.rawValue
        }
    }
}
