import ArgumentParser

struct WebAuthnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webauthn",
        abstract: "Take WebAuthn ceremonies apart: say which step refuses one and why, or make one.",
        discussion: """
            JSON in, JSON out, one line each. docs/webauthn-debugging.md has worked
            examples of ceremonies that were refused, and how they were mended.
            """,
        subcommands: [
            WebAuthnVerifyCommand.self, WebAuthnInspectCommand.self, WebAuthnCreateCommand.self,
            WebAuthnGetCommand.self,
        ]
    )
}
