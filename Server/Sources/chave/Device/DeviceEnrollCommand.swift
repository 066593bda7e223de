import ArgumentParser
import ChaveBase
import ChavePix
import ChavePixModel
import ChaveTransport
import ChaveWire
import HolderBrowser
import SandboxBank

struct DeviceEnrollCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Enroll this device with a bank, in the seven steps of the guide.",
        discussion: """
            Examples:
              chave device enroll
              chave device enroll --institution "Banco Jabuti" --cpf 87517400444
              chave device enroll --manual

            The holder approves on the sandbox bank's own page, signed in with a
            sandbox password. With --manual you open the page yourself. A sandbox's
            own page /callback, to which the bank sends you back, hands the answer
            to this command; from another callback URL you paste the address.
            """
    )

    @OptionGroup var options: DeviceOptions
    @OptionGroup var gestures: GestureOptions
    @OptionGroup var bank: InstitutionOption
    @Option(help: "The payer's CPF; the default is the first of the sandbox's people.")
    var cpf = SandboxHolder.all[0].cpf
    @Option(
        help: "Where the bank sends the person back to. [default: with --manual a sandbox's own page /callback]"
    )
    var callbackURL: String?
    @Flag(help: "Approve in a browser of your own.") var manual = false
    @Flag(help: "Print the enrollment as JSON.") var json = false

    func validate() throws {
        _ = try identifier()
        _ = try callback(callbackURL)
        guard manual || holder != nil else {
            throw ValidationError("--cpf is nobody of the sandbox: use one of its people, or --manual.")
        }
    }

    private func identifier() throws -> TaxIdentifier {
        guard let identifier = TaxIdentifier(punctuated: cpf) else { throw ValidationError("--cpf is not a CPF.") }
        return identifier
    }

    private func callback(_ text: String?) throws -> CallbackURL {
        guard let callback = CallbackURL(text ?? ServeCommand.terminalCallback, rules: .sandbox) else {
            throw ValidationError("--callback-url is an address such as https://loja.example/callback.")
        }
        return callback
    }

    private var holder: SandboxHolder? { SandboxHolder.with(cpf: cpf.filter(\.isNumber)) }

    func run() async throws {
        try await reporting(asking: try options.shop.server.text()) { try await enroll() }
    }

    private func enroll() async throws {
        let gesture = try gestures.gesture()
        try options.folder.requireTries(gesture)
        let (client, merchant) = try await options.connect(gesture: gesture)
        defer { client.close() }
        let page: SandboxCallbackPage? =
            if manual, callbackURL == nil { try await SandboxCallbackPage(of: merchant) } else { nil }
        let callback = try callback(callbackURL ?? page?.url)
        let bank = try bank.choose(from: try await client.institutions())
        _ = try await client.requestPermission()
        let new = NewEnrollment(
            customer: .person(identifier: try identifier(), name: holder?.name, externalID: nil),
            institution: bank.id,
            accountTenure: "2024-01-15",
            callbackURL: callback
        )
        var returned: ReturnedAddress?
        for try await step in client.enroll(new) {
            switch step {
            case .created(let enrollment):
                Terminal.note("enrollment \(enrollment.id.text) at \(bank.displayName)")
                returned = ReturnedAddress(page: page, enrollment: enrollment.id)
            case .redirect(let redirect):
                redirect.complete(callbackURL: try await approve(redirect.url, until: callback, returned))
            case .redirected(let enrollment):
                if enrollment.status == .pending { Terminal.note("approved at the bank") }
            case .optionsReceived: Terminal.note("the bank asks for a credential")
            case .credentialMade: Terminal.note("credential made")
            case .finished(let enrollment): try report(enrollment, at: bank)
            }
        }
    }

    private func approve(
        _ url: String,
        until callback: CallbackURL,
        _ returned: ReturnedAddress?
    ) async throws -> String {
        if manual, let returned {
            Terminal.note("\(returned.request)\n\(url)")
            return try await returned.untilThere()
        }
        guard let holder else { throw CommandFailure("--cpf is nobody of the sandbox.") }
        var browser = HolderBrowser(transport: URLSessionTransport(), cpf: holder.cpf, password: holder.password)
        return try await browser.approve(startingAt: url, until: callback.text)
    }

    private func report(_ enrollment: EnrollmentResource, at bank: InstitutionResource) throws {
        if json { Terminal.say(enrollment.json.text) }
        guard enrollment.status == .succeeded else {
            let end = "\(enrollment.status.rawValue): \(enrollment.statusReasonMessage ?? "no reason was given")"
            throw enrollment.statusReasonCode == .rejectedByUser ? Declined(end) as any Error : CommandFailure(end)
        }
        if !json { Terminal.say("\(Terminal.green("enrolled")) with \(bank.displayName): \(enrollment.id.text)") }
    }
}
