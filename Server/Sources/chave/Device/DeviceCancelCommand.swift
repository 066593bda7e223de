import ArgumentParser
import ChaveBase
import ChavePix
import ChavePixModel
import ChaveWire

struct DeviceCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel a payment of this device: an open one, or what is left of its days.",
        discussion: """
            A bank cancels payments on later days until 22:00 of the day before,
            in Brasília. Payments that are nearer go on.

            Examples:
              chave device cancel 0193…
              chave device cancel 0193… --json
            """
    )

    @OptionGroup var options: DeviceOptions
    @Argument(help: "The payment intent that device pay has told.", transform: Parse.id) var payment: PaymentIntentID
    @Flag(help: "Print the payment intent as JSON.") var json = false

    func run() async throws {
        try await reporting(asking: try options.shop.server.text()) {
            let client = try await options.connect().client
            defer { client.close() }
            let intent = try await client.cancelPaymentIntent(payment)
            if json { return Terminal.say(intent.json.text) }
            for charge in intent.charges where charge.scheduledFor != nil { Terminal.say(charge.line) }
            Terminal.say("\(intent.id.text)  \(intent.status.rawValue)")
        }
    }
}

extension ChargeResource {
    /// One line of a list: the day, the amount, and the status with its reason.
    var line: String {
        let reason = failureCode.map { "  \($0.rawValue)" } ?? ""
        return "\(scheduledFor?.iso ?? createdAt.isoDate)  \(amount)  \(status.rawValue)\(reason)"
    }
}
