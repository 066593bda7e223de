import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire

/// A merchant's payments.
struct PaymentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payments",
        abstract: "A merchant's payments: list, show, cancel.",
        subcommands: [List.self, Show.self, Cancel.self]
    )

    private static let list = MerchantList(
        path: "/payment-intents/",
        columns: [
            .init("CREATED", "created_at"), .init("ID", "id"), .init("AMOUNT", "amount", isNumber: true),
            .init("STATUS", "status"), .init("REASON", "failure_code"), .init("EXTERNAL ID", "external_id"),
            .init("END-TO-END ID") {
                $0["payment_method_information"]?["open_finance_biometric_pix"]?["end_to_end_id"]?.string ?? ""
            },
        ]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List payments, the newest first.",
            discussion: """
                Example: chave payments list --status FAILED --from 2027-01-01
                What is given narrows the list down. A day means its beginning in Brasília.
                """
        )

        @OptionGroup var merchant: MerchantOptions
        @OptionGroup var page: PageOptions
        @Option(help: "PENDING, PROCESSING, SCHEDULED, SUCCEEDED, FAILED or CANCELED.") var status: String?
        @Option(help: "The first day or moment.", transform: Parse.moment) var from: Timestamp?
        @Option(help: "The last moment; a day is its beginning.", transform: Parse.moment) var to: Timestamp?
        @Option(help: "The amount, such as 12.34.", transform: Parse.amount) var amount: Money?
        @Option(help: "Your own id.") var externalID: String?
        @Option(help: "The payment's name in Pix.") var endToEndID: String?
        @Option(help: "The payer's id.", transform: Parse.id) var customer: CustomerID?
        @Option(help: "The enrollment's id.", transform: Parse.id) var enrollment: EnrollmentID?

        func run() async throws {
            try await reporting {
                try await PaymentsCommand.list.show(
                    [
                        ("status", status), ("created_at__gte", from?.rfc3339), ("created_at__lte", to?.rfc3339),
                        ("amount", amount?.decimal), ("external_id", externalID), ("end_to_end_id", endToEndID),
                        ("customer", customer?.text), ("enrollment", enrollment?.text),
                    ],
                    page: page,
                    of: merchant.merchant()
                )
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show one payment with its charges.",
            discussion: "Example: chave payments show 0193… --json"
        )

        @OptionGroup var merchant: MerchantOptions
        @Argument(help: "The payment's id.", transform: Parse.id) var payment: PaymentIntentID
        @Flag(help: "Print the API's answer.") var json = false

        func run() async throws {
            try await reporting {
                try await PaymentsCommand.list.showOne(payment.text, asJSON: json, of: merchant.merchant())
            }
        }
    }

    struct Cancel: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Cancel a payment before it is approved, or the days that are left of a scheduled one."
        )

        @OptionGroup var merchant: MerchantOptions
        @Argument(help: "The payment's id.", transform: Parse.id) var payment: PaymentIntentID
        @Flag(help: "Print the API's answer.") var json = false

        func run() async throws {
            try await reporting {
                let path = "/payments/br/payment-intents/\(payment.text)/cancel/"
                let answer = try await merchant.merchant().call("POST", path, [:])
                Terminal.say(json ? answer.text : "\(payment.text)  \(answer["status"]?.string ?? "")")
            }
        }
    }
}
