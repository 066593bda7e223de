import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire

/// A merchant's enrollments.
struct EnrollmentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrollments",
        abstract: "A merchant's enrollments: list, show.",
        subcommands: [List.self, Show.self]
    )

    private static let list = MerchantList(
        path: "/enrollments/",
        columns: [
            .init("CREATED", "created_at"), .init("ID", "id"), .init("STATUS", "status"),
            .init("REASON", "status_reason_code"), .init("CUSTOMER") { $0["details"]?["customer"]?.string ?? "" },
            .init("EXTERNAL ID", "external_id"),
        ]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List enrollments, the newest first.",
            discussion: "Example: chave enrollments list --status SUCCEEDED --limit 10"
        )

        @OptionGroup var merchant: MerchantOptions
        @OptionGroup var page: PageOptions
        @Option(help: "PENDING, SUCCEEDED, FAILED or CANCELED.") var status: String?
        @Option(help: "The bank's id.", transform: Parse.id) var institution: InstitutionID?
        @Option(help: "The payer's id.", transform: Parse.id) var customer: CustomerID?
        @Option(help: "Your own id.") var externalID: String?

        func run() async throws {
            try await reporting {
                try await EnrollmentsCommand.list.show(
                    [
                        ("status", status), ("institution", institution?.text), ("customer", customer?.text),
                        ("external_id", externalID),
                    ],
                    page: page,
                    of: merchant.merchant()
                )
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one enrollment.")

        @OptionGroup var merchant: MerchantOptions
        @Argument(help: "The enrollment's id.", transform: Parse.id) var enrollment: EnrollmentID
        @Flag(help: "Print the API's answer.") var json = false

        func run() async throws {
            try await reporting {
                try await EnrollmentsCommand.list.showOne(enrollment.text, asJSON: json, of: merchant.merchant())
            }
        }
    }
}

/// A merchant's payers.
struct CustomersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customers",
        abstract: "A merchant's payers: list, show.",
        subcommands: [List.self, Show.self]
    )

    private static let list = MerchantList(
        path: "/customers/",
        columns: [
            .init("CREATED", "created_at"), .init("ID", "id"), .init("TYPE", "customer_type"), .init("NAME", "name"),
            .init("IDENTIFIER", "identifier"), .init("EXTERNAL ID", "external_id"),
        ]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List payers, the newest first.",
            discussion: "Example: chave customers list --search Alice"
        )

        @OptionGroup var merchant: MerchantOptions
        @OptionGroup var page: PageOptions
        @Option(help: "A word of the name.") var search: String?
        @Option(help: "A CPF or CNPJ.") var identifier: String?
        @Option(help: "Your own id.") var externalID: String?

        func run() async throws {
            try await reporting {
                try await CustomersCommand.list.show(
                    [("search", search), ("identifier", identifier), ("external_id", externalID)],
                    page: page,
                    of: merchant.merchant()
                )
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show one payer.")

        @OptionGroup var merchant: MerchantOptions
        @Argument(help: "The payer's id.", transform: Parse.id) var customer: CustomerID
        @Flag(help: "Print the API's answer.") var json = false

        func run() async throws {
            try await reporting {
                try await CustomersCommand.list.showOne(customer.text, asJSON: json, of: merchant.merchant())
            }
        }
    }
}
