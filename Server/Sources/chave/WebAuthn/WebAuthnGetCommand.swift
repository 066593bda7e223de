import ArgumentParser
import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire

struct WebAuthnGetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Answer an authentication, with a credential that create made.",
        discussion: """
            Reads PublicKeyCredentialRequestOptionsJSON from standard input and
            prints AuthenticationResponseJSON.

            Example:
              chave webauthn get --keys ./keys --yes < options.json

            Exit codes: 0 made, 1 the authenticator did not, 2 you said no, 65 the
            options cannot be read.
            """
    )

    @OptionGroup var ceremony: CeremonyOptions

    func run() async throws {
        try await ceremony.answer { json, authenticator async throws(DeviceKeyError) in
            try await authenticator.getAssertion(CredentialRequestOptions(json: json)).json
        }
    }
}
