import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveWire

struct WebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Endpoints that are told of events, and the signatures of what they are told.",
        discussion: """
            Examples:
              chave webhooks listen
              chave webhooks create https://loja.example/hooks --event payment_intent.succeeded
              chave webhooks deliveries --status parked
            """,
        subcommands: [
            Listen.self, Create.self, List.self, Delete.self, Rotate.self, Test.self, Deliveries.self, Resend.self,
            Sign.self, Verify.self,
        ]
    )

    static let path = "/payments/br/webhooks/"
    static let deliveriesPath = "/payments/br/webhook-deliveries/"

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Register an endpoint; its secret is shown once.",
            discussion: "Example: chave webhooks create https://loja.example/hooks --event payment_intent.succeeded"
        )

        @OptionGroup var options: MerchantOptions
        @Argument(help: "An https URL on port 443 or 8443.") var url: String
        @Option(name: .customLong("event"), help: "A type to tell of; once or more often. [default: all]")
        var events: [String] = []
        @Option(help: "A note for people.") var description: String?
        @Flag(help: "Print the endpoint as the API shows it.") var json = false

        func run() async throws {
            try await reporting {
                let request = CreateWebhookRequest(url: url, events: events, description: description)
                let answer = try await options.merchant().call("POST", WebhooksCommand.path, request.json)
                let made = try WebhookResource(json: answer)
                Terminal.say(json ? answer.text : "\(made.id.text)  \(made.secret ?? "")")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the endpoints, newest first.")

        @OptionGroup var options: MerchantOptions
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                let answer = try await options.merchant().call("GET", WebhooksCommand.path)
                if json { return Terminal.say((answer["results"] ?? []).text) }
                let rows = try (answer["results"]?.array ?? []).map { item in
                    let endpoint = try WebhookResource(json: item)
                    let reason = endpoint.disabledReason.map { " (\($0))" } ?? ""
                    return [endpoint.id.text, endpoint.status + reason, endpoint.url, endpoint.description ?? ""]
                }
                for line in Columns.lines(rows) { Terminal.say(line) }
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove an endpoint and its deliveries.")

        @OptionGroup var options: MerchantOptions
        @Argument(help: "The endpoint.", transform: Parse.id) var webhook: WebhookID

        func run() async throws {
            try await reporting {
                _ = try await options.merchant().call("DELETE", "\(WebhooksCommand.path)\(webhook.text)/")
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an endpoint a new secret; the old one signs too for a day."
        )

        @OptionGroup var options: MerchantOptions
        @Argument(help: "The endpoint.", transform: Parse.id) var webhook: WebhookID
        @Option(help: "For how many seconds the old secret signs too. [default: 86400]") var overlap: Int64?

        func run() async throws {
            try await reporting {
                let path = "\(WebhooksCommand.path)\(webhook.text)/rotate-secret/"
                let request = RotateWebhookSecretRequest(overlapSeconds: overlap)
                let answer = try await options.merchant().call("POST", path, request.json)
                Terminal.say(try WebhookResource(json: answer).secret ?? "")
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Send an endpoint an event of type webhook.test.")

        @OptionGroup var options: MerchantOptions
        @Argument(help: "The endpoint.", transform: Parse.id) var webhook: WebhookID

        func run() async throws {
            try await reporting {
                let merchant = try options.merchant()
                let answer = try await merchant.call("POST", "\(WebhooksCommand.path)\(webhook.text)/test/")
                var delivery = try WebhookDeliveryResource(json: answer)
                let path = "\(WebhooksCommand.deliveriesPath)\(delivery.id.text)/"
                for _ in 0..<80 where delivery.attemptCount == 0 {
                    try await Task.sleep(for: .milliseconds(200))
                    delivery = try WebhookDeliveryResource(json: try await merchant.call("GET", path))
                }
                let attempt = delivery.attempts?.last
                let answered = attempt?.status.map { "status \($0)" } ?? attempt?.error ?? "no attempt yet"
                Terminal.say("\(delivery.id.text)  \(delivery.status)  \(answered)")
                if delivery.status != "delivered" { throw ExitCode.failure }
            }
        }
    }

    struct Deliveries: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List deliveries, newest first.")

        @OptionGroup var options: MerchantOptions
        @Option(help: "Only to this endpoint.", transform: Parse.id) var webhook: WebhookID?
        @Option(help: "pending, delivered or parked.") var status: String?
        @Flag(help: "Print a JSON array.") var json = false

        func run() async throws {
            try await reporting {
                var query = ["page_size=100"]
                if let webhook { query.append("webhook=\(webhook.text)") }
                if let status { query.append("status=\(status)") }
                let path = "\(WebhooksCommand.deliveriesPath)?\(query.joined(separator: "&"))"
                let answer = try await options.merchant().call("GET", path)
                if json { return Terminal.say((answer["results"] ?? []).text) }
                let rows = try (answer["results"]?.array ?? []).map { item in
                    let delivery = try WebhookDeliveryResource(json: item)
                    return [
                        delivery.id.text, delivery.status, "\(delivery.attemptCount)", delivery.createdAt.rfc3339,
                        delivery.type, delivery.objectID,
                    ]
                }
                for line in Columns.lines(rows, [.left, .left, .right]) { Terminal.say(line) }
            }
        }

        func validate() throws {
            guard status.map({ ["pending", "delivered", "parked"].contains($0) }) ?? true else {
                throw ValidationError("--status is pending, delivered or parked.")
            }
        }
    }

    struct Resend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send deliveries again: some by their ids, or the parked ones of a time range.",
            discussion: """
                Examples:
                  chave webhooks resend 0193…
                  chave webhooks resend --from 2026-03-01T00:00:00Z --to 2026-03-02T00:00:00Z
                """
        )

        @OptionGroup var options: MerchantOptions
        @Argument(help: "Deliveries.", transform: Parse.id) var deliveries: [WebhookDeliveryID] = []
        @Option(help: "Those made from here on.", transform: WebhooksCommand.time) var from: Timestamp?
        @Option(help: "Those made up to here.", transform: WebhooksCommand.time) var to: Timestamp?
        @Option(help: "Only to this endpoint.", transform: Parse.id) var webhook: WebhookID?

        func validate() throws {
            guard deliveries.isEmpty != (from == nil), (from == nil) == (to == nil) else {
                throw ValidationError("Name deliveries, or give --from and --to.")
            }
        }

        func run() async throws {
            try await reporting {
                let merchant = try options.merchant()
                for id in deliveries {
                    let path = "\(WebhooksCommand.deliveriesPath)\(id.text)/resend/"
                    let delivery = try WebhookDeliveryResource(json: try await merchant.call("POST", path))
                    Terminal.say("\(id.text)  \(delivery.status)")
                }
                guard let from, let to else { return }
                let request = ResendWebhookDeliveriesRequest(from: from, to: to, webhook: webhook)
                let path = "\(WebhooksCommand.deliveriesPath)resend/"
                let answer = try await merchant.call("POST", path, request.json)
                Terminal.say("\(try ResendResult(json: answer).count) sent again")
            }
        }
    }

    @Sendable static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(rfc3339: text) else {
            throw ValidationError("'\(text)' is no time such as 2026-03-01T00:00:00Z.")
        }
        return time
    }
}
