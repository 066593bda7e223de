import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import HolderBrowser
import Logging
import PaymentsModel
import SandboxBank
import ServerHost
import ServiceLifecycle

/// One enrollment and one payment, over HTTP, against its own server.
struct DemoRun {
    let configuration: ServerConfiguration
    let deviceDirectory: String
    let amount: Money
    let institution: String?
    let world: World
    let logger: Logger
    let report: DemoReport

    private static let callbackURL = ServeCommand.terminalCallback
    private static let tenure = "2024-01-15"
    private var holder: SandboxHolder { SandboxHolder.all[0] }

    /// Runs the demonstration.
    ///
    /// - Returns: whether all its statements are true.
    func run() async throws -> Bool {
        let listening = Gate()
        let server = try await ChaveServer(
            configuration,
            world: world,
            logger: logger,
            onFatal: { _ in },
            onRunning: { listening.open(true) }
        )
        let receiver = DemoReceiver(port: try FreePort.chosen(0))
        let hearing = Gate()
        let shop = receiver.service(world: .live, logger: logger) { hearing.open(true) }
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: shop), .init(service: server)], logger: logger)
        )
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // A server that cannot listen must not leave the demonstration waiting for it.
                defer {
                    listening.open(false)
                    hearing.open(false)
                }
                try await group.run()
            }
            guard await listening.isUp(), await hearing.isUp() else {
                try await tasks.waitForAll()
                throw CommandFailure("The server ended before it listened.")
            }
            report.title("A server with a sandbox bank, on \(configuration.baseURL)")
            let outcome = await Result { try await show(server, receiver) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return try outcome.get()
        }
    }

    private func show(_ server: ChaveServer, _ receiver: DemoReceiver) async throws -> Bool {
        guard let merchant = server.merchant, let bank = server.bank else {
            throw CommandFailure("The sandbox has no merchant.")
        }
        let transport = URLSessionTransport()
        let shop = shop(of: merchant, transport: transport)
        _ = try await receiver.register(with: shop)
        let client = try client(of: shop)
        defer { client.close() }
        let enrollment = try await enroll(client, transport: transport)
        let intent = try await pay(client, with: enrollment, to: merchant.beneficiary)
        let hasHeard = await judge(receiver, intent)
        return try await judge(enrollment, intent, server, bank) && hasHeard
    }

    // MARK: The shop and the device

    func shop(of merchant: SandboxMerchant, transport: any HTTPTransport) -> MerchantServer {
        MerchantServer(
            baseURL: configuration.baseURL,
            secretID: merchant.secretID,
            secretPassword: merchant.secretPassword,
            beneficiary: merchant.beneficiary,
            transport: transport
        )
    }

    /// A new device, which gets its tokens from the shop.
    func client(of shop: MerchantServer) throws -> PixClient {
        var device = PixConfiguration.standard(
            baseURL: try BaseURL(configuration.baseURL),
            directory: deviceDirectory,
            gesture: .always(.verified)
        )
        device.tokenProvider = { try await shop.token() }
        return PixClient(configuration: device)
    }

    // MARK: The seven steps

    func enroll(_ client: PixClient, transport: any HTTPTransport) async throws -> EnrollmentResource {
        report.title("Enrollment, in seven steps")
        let bank = try await report.step("1", "institutions") {
            let all = try await client.institutions()
            let chosen = try InstitutionOption.choose(institution, from: all)
            return (chosen, "\(Counted.of(all.count, "bank")), \(chosen.displayName) chosen")
        }
        _ = try await report.step("2", "permission and risk signals") {
            let isAllowed = try await client.requestPermission()
            let signals = try await client.collectRiskSignals(accountTenure: DemoRun.tenure)
            return ((), "location \(isAllowed ? "allowed" : "refused"), device \(signals.deviceId.prefix(8))…")
        }
        let created = try await report.step("3", "create the enrollment") {
            let enrollment = try await client.createEnrollment(try newEnrollment(at: bank.id))
            return (enrollment, "\(enrollment.id.text) \(enrollment.status.rawValue)")
        }
        let callback = try await report.step("4", "the holder approves at the bank") {
            guard let url = created.details.redirectURL else {
                throw CommandFailure(
                    "The bank gave no address to go to: \(created.statusReasonMessage ?? created.status.rawValue)"
                )
            }
            var browser = HolderBrowser(transport: transport, cpf: holder.cpf, password: holder.password)
            return (
                try await browser.approve(startingAt: url, until: DemoRun.callbackURL),
                "by its own page, as \(holder.name)"
            )
        }
        let returned = try await report.step("5", "complete the redirection") {
            let enrollment = try await client.completeRedirection(callbackURL: callback)
            guard enrollment.status == .pending else { throw ended(enrollment) }
            return (enrollment, enrollment.status.rawValue)
        }
        let options = try await report.step("6", "registration options") {
            let options = try await client.registrationOptions(returned.id)
            return (options, "from the bank's FIDO server")
        }
        return try await report.step("7", "make the credential and confirm") {
            let credential = try await client.makeCredential(options)
            let enrollment = try await client.confirmEnrollment(returned.id, credential)
            guard enrollment.status == .succeeded else { throw ended(enrollment) }
            return (enrollment, "\(enrollment.status.rawValue), the key stays on the device")
        }
    }

    private func newEnrollment(at bank: InstitutionID) throws -> NewEnrollment {
        guard let identifier = TaxIdentifier(holder.cpf), let callback = CallbackURL(DemoRun.callbackURL) else {
            throw CommandFailure("The sandbox's first person has no valid CPF.")
        }
        return NewEnrollment(
            customer: .person(identifier: identifier, name: holder.name, externalID: nil),
            institution: bank,
            accountTenure: DemoRun.tenure,
            callbackURL: callback
        )
    }

    private func ended(_ enrollment: EnrollmentResource) -> CommandFailure {
        CommandFailure(
            "The enrollment is \(enrollment.status.rawValue): \(enrollment.statusReasonMessage ?? "no reason")"
        )
    }

    // MARK: The four steps

    func pay(
        _ client: PixClient,
        with enrollment: EnrollmentResource,
        to beneficiary: BankAccountID
    ) async throws -> PaymentIntentResource {
        report.title("Payment of \(amount), in four steps")
        let chosen = try await report.step("1", "list this device's enrollments") {
            let all = try await client.enrollments(deviceID: try await client.deviceID())
            guard let found = all.first(where: { $0.id == enrollment.id }) else {
                throw CommandFailure("The new enrollment is not in the list.")
            }
            return (found, "\(all.count) of this device")
        }
        let intent = try await report.step("2", "create the payment intent") {
            let request = CreatePaymentIntentRequest(
                amount: amount,
                customer: .existing(chosen.details.customer),
                description: "chave demo",
                statementDescription: "Loja Exemplo",
                paymentMethodDetails: PaymentMethodDetails(beneficiaryBankAccount: beneficiary, enrollment: chosen.id)
            )
            let intent = try await client.createPaymentIntent(request)
            return (intent, "\(intent.id.text) \(intent.status.rawValue)")
        }
        let assertion = try await report.step("3", "approve with the device's key") {
            guard let options = intent.paymentMethodInformation?.fidoOptions else {
                throw CommandFailure(
                    "The bank asks for nothing to sign: \(intent.failureMessage ?? intent.status.rawValue)"
                )
            }
            return (try await client.sign(options), "one challenge, one consent, this amount")
        }
        return try await report.step("4", "authorise and wait for settlement") {
            let signals = try await client.collectRiskSignals(accountTenure: DemoRun.tenure)
            let paid = try await client.authorize(intent.id, assertion: assertion, riskSignals: signals)
            guard paid.status == .succeeded else {
                throw CommandFailure(
                    "The intent is \(paid.status.rawValue): \(paid.failureMessage ?? "not settled yet")"
                )
            }
            return (paid, paid.status.rawValue)
        }
    }

    // MARK: What must be true afterwards

    /// Whether the merchant heard of the payment, in order, from a sender with the secret.
    private func judge(_ receiver: DemoReceiver, _ intent: PaymentIntentResource) async -> Bool {
        let events = await receiver.events(of: intent.id.text, until: "payment_intent.succeeded")
        report.title("What the merchant's webhook heard")
        for event in events { report.line("\(event.type)  version \(event.version)  signature verified") }
        let expected = ["payment_intent.created", "payment_intent.processing", "payment_intent.succeeded"]
        let isTold = events.map(\.type) == expected && receiver.refusedCount == 0
        report.verdict(
            "the webhook arrived and its signature holds",
            isTold,
            "\(Counted.of(events.count, "event")) of the intent, \(receiver.refusedCount) not believed"
        )
        return isTold
    }

    private func judge(
        _ enrollment: EnrollmentResource,
        _ intent: PaymentIntentResource,
        _ server: ChaveServer,
        _ bank: SandboxBank
    ) async throws -> Bool {
        report.title("What the bank's ledger says")
        let endToEndID = intent.paymentMethodInformation?.endToEndID?.text ?? ""
        let lines = try await bank.ledgerLines(ofEndToEndID: endToEndID)
        for line in lines { report.line("\(line.account)  \(line.centavos < 0 ? "−" : "+")\(reais(line.centavos))") }
        report.title("Verdict")
        let hasMovedOnce = lines.count == 2 && lines.map(\.centavos).sorted() == [-amount.centavos, amount.centavos]
        let findings = try await server.check()
        let ledger = try await bank.verdict()
        report.verdict("the enrollment is SUCCEEDED", enrollment.status == .succeeded, enrollment.id.text)
        report.verdict("the payment intent is SUCCEEDED", intent.status == .succeeded, endToEndID)
        report.verdict(
            "the money moved exactly once",
            hasMovedOnce,
            "\(Counted.of(lines.count, "line")) for this end-to-end id"
        )
        report.verdict(
            "the ledger is sound",
            ledger.isSound,
            "\(Counted.of(ledger.movements, "movement")), \(Counted.of(ledger.accounts, "account"))"
        )
        report.verdict(
            "the database is sound",
            findings.isEmpty,
            findings.isEmpty ? "structure and audit chains" : findings.joined(separator: "; ")
        )
        return enrollment.status == .succeeded && intent.status == .succeeded && hasMovedOnce && ledger.isSound
            && findings.isEmpty
    }

    private func reais(_ centavos: Int64) -> String { Money(centavos: abs(centavos))?.description ?? "" }
}

extension Result where Failure == any Error {
    /// Makes a result from the value or the error of an async body.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
