import ArgumentParser
import ChaveBase
import ChavePix
import ChavePixModel
import ChaveWire
import SandboxBank

struct DevicePayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pay",
        abstract: "Pay with an enrolled device, in the four steps of the guide.",
        discussion: """
            Examples:
              chave device pay --amount 12.34
              chave device pay --amount 12.34 --enrollment 0193… --json
              chave device pay --amount 12.34 --on 2026-12-05
              chave device pay --amount 12.34 --on 2026-12-05 --every month --times 12

            In the sandbox 100.01 to 200.00 meets an empty account, and
            200.01 to 300.00 a bank that refuses the payment. A payment on a
            later day meets the empty account on that day.

            The PIN is asked for first: without it no payment is made. One that
            is locked has a way out: chave device pin reset
            """
    )

    @OptionGroup var options: DeviceOptions
    @OptionGroup var gestures: GestureOptions
    @OptionGroup var days: DayOptions
    @Option(help: "What to pay, in reais: 12.34 or 12,34.", transform: Parse.amount) var amount: Money
    @Option(help: "The enrollment. [default: the newest usable one of this device]", transform: Parse.id)
    var enrollment: EnrollmentID?
    @Option(
        help: "The bank account that receives the money, by its id. [default: the sandbox merchant's]",
        transform: Parse.id
    )
    var beneficiary: BankAccountID?
    @Option(help: "What the payment is for.") var description = "chave device pay"
    @Flag(help: "Print the payment intent as JSON.") var json = false

    func run() async throws {
        try await reporting(asking: try options.shop.server.text()) { try await pay() }
    }

    private func pay() async throws {
        let answer = AnswerAhead(try gestures.gesture())
        let (client, merchant) = try await options.connect(gesture: answer.gesture)
        defer { client.close() }
        let chosen = try await chooseEnrollment(client)
        guard let account = beneficiary ?? merchant.beneficiary else {
            throw CommandFailure("Give --beneficiary: the id of the bank account that receives the money.")
        }
        let request = CreatePaymentIntentRequest(
            amount: amount,
            customer: .existing(chosen.details.customer),
            description: description,
            statementDescription: description,
            paymentMethodDetails: PaymentMethodDetails(beneficiaryBankAccount: account, enrollment: chosen.id),
            schedule: try days.schedule()
        )
        let each = request.schedule == nil ? "" : " on each of the days"
        try await answer.ask("Pay \(amount)\(each)", in: options.folder, orElse: "Nothing was paid.")
        for try await step in client.pay(NewPayment(intent: request, accountTenure: "2024-01-15")) {
            switch step {
            case .created(let intent): Terminal.note("payment intent \(intent.id.text): \(intent.amount)")
            case .signed: Terminal.note("signed")
            case .finished(let intent): try report(intent)
            }
        }
    }

    private func chooseEnrollment(_ client: PixClient) async throws -> EnrollmentResource {
        let all = try await client.enrollments(deviceID: try await client.deviceID())
        let usable = all.filter { $0.status == .succeeded }
        let found = enrollment.map { id in usable.first { $0.id == id } } ?? usable.first
        guard let found else {
            throw CommandFailure(
                "This device has no usable enrollment\(enrollment == nil ? "" : " of that id"). Run: chave device enroll"
            )
        }
        return found
    }

    private func report(_ intent: PaymentIntentResource) throws {
        if json { Terminal.say(intent.json.text) }
        let endToEndID = intent.paymentMethodInformation?.endToEndID?.text ?? ""
        switch intent.status {
        case .succeeded:
            if !json { Terminal.say("\(Terminal.green("paid")) \(intent.amount), end-to-end id \(endToEndID)") }
        case .scheduled:
            for charge in intent.charges where !json { Terminal.say(charge.line) }
            Terminal.note("scheduled; to cancel what is left, run: chave device cancel \(intent.id.text)")
        case .processing:
            Terminal.note("accepted; the bank has not settled it yet. End-to-end id \(endToEndID)")
        default:
            throw CommandFailure("\(intent.status.rawValue): \(intent.failureMessage ?? "no reason was given")")
        }
    }
}
