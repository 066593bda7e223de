import ArgumentParser
import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire

struct WebAuthnCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Answer a registration, with an authenticator in software.",
        discussion: """
            Reads PublicKeyCredentialCreationOptionsJSON from standard input and
            prints RegistrationResponseJSON. Where the options ask for attestation,
            the new key signs for itself.

            Example:
              chave webauthn create --keys ./keys --yes < options.json

            Exit codes: 0 made, 1 the authenticator did not, 2 you said no, 65 the
            options cannot be read.
            """
    )

    @OptionGroup var ceremony: CeremonyOptions

    func run() async throws {
        try await ceremony.answer { json, authenticator async throws(DeviceKeyError) in
            try await authenticator.makeCredential(CredentialCreationOptions(json: json)).json
        }
    }
}
