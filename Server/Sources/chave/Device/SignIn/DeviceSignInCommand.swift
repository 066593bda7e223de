import ArgumentParser
import BeyondIdentityEmbedded
import ChaveBase
import ChavePixModel
import ChaveWire
import ServerHost

struct DeviceSignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in with this device's key; --register makes the key first.",
        discussion: """
            Examples:
              chave device sign-in --register 'http://localhost:8080/t/padaria-aurora/bind?token=…'
              chave device sign-in
              chave device sign-in --client-id 0193… --redirect-uri https://app.example.com/callback --json

            --register takes the whole link of the mail. Of a public client it
            shows who is signed in and until when; of a confidential one the code
            and the verifier, which the client's server exchanges within a minute.
            """
    )

    @OptionGroup var options: SignInDeviceOptions
    @OptionGroup var gestures: GestureOptions
    @Option(help: "The link that registers this device, in quotation marks.") var register: String?
    @Option(help: "What a confidential client asks for.") var scope = "openid"
    @Flag(help: "Print a JSON object, tokens and all.") var json = false

    func run() async throws {
        try await reporting(asking: try options.serverText()) {
            let gesture = try gestures.gesture()
            let device = try options.device(gesture: gesture)
            try await Interruption.cancelling { try await signIn(device) }
        }
    }

    private func signIn(_ device: CoreEmbedded) async throws {
        if let register {
            let credential = try await device.registerCredentials(try await RegistrationAddress.resolved(register))
            Terminal.note("registered: a credential of \(credential.name)")
            if let tenant = credential.handle?.value {
                let account = "\(try options.serverText())/t/\(tenant)/account"
                Terminal.note("a browser signs in, and gets a passkey, at \(account)")
            }
        }
        do {
            try await authenticate(device)
        } catch let error as SignInError where error.code == .wrongKindOfClient {
            try await authorize(device)
        }
    }

    private func authenticate(_ device: CoreEmbedded) async throws {
        let person = try SignedInPerson(try await device.authenticate(), at: Timestamp.current())
        if json { return Terminal.say(person.json.text) }
        Terminal.say("\(Terminal.green("signed in")) as \(person.subject)")
        Terminal.say("at \(person.issuer), until \(person.until.rfc3339)")
    }

    /// Signs in for a confidential client, whose server has the secret: the code is for that server.
    private func authorize(_ device: CoreEmbedded) async throws {
        let pkce = try await device.createPKCE()
        let code = try await device.authorize(pkceChallenge: pkce.codeChallenge, scope: scope)
        if json {
            let object: JSONValue = [
                "authorization_code": .string(code.value), "code_verifier": .string(pkce.codeVerifier),
            ]
            return Terminal.say(object.text)
        }
        Terminal.say("code:          \(code.value)")
        Terminal.say("code_verifier: \(pkce.codeVerifier)")
        Terminal.note("The client's server exchanges them at /v2/token, once, within a minute.")
    }
}
