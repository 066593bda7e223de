import ArgumentParser
import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWire
import Foundation
import Logging
import PaymentsCore
import ServerHost
import ServiceLifecycle
import Synchronization
import UnixSignals
import Webhooks

extension WebhooksCommand {
    /// Receives events on a terminal, which a developer needs on the first day.
    struct Listen: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Receive events here: registers, verifies each signature, prints a line, and leaves on Ctrl-C.",
            discussion: """
                For a server on this machine that allows loopback: chave serve --sandbox.

                Examples:
                  chave webhooks listen
                  chave webhooks listen --forward-to http://127.0.0.1:3000/hooks --json
                """
        )

        @OptionGroup var options: MerchantOptions
        @Option(help: "The port to listen on. [default: a free one]") var port: Int?
        @Option(help: "Post what was verified there too, byte for byte, with its headers.") var forwardTo: String?
        @Flag(help: "Print a JSON line for each event.") var json = false

        func validate() throws { try port.map(Parse.requirePort) }

        func run() async throws {
            try await reporting {
                let merchant = try options.merchant()
                let port = try FreePort.chosen(port)
                let printer = EventPrinter(isJSON: json, forwardTo: forwardTo, transport: merchant.transport)
                let secret = Mutexed<WebhookSecret?>(nil)
                let listening = Gate()
                var logger = Logger(label: "chave") { _ in SwiftLogNoOpLogHandler() }
                logger.logLevel = .critical
                let receiver = WebhookReceiver(
                    port: port,
                    world: .live,
                    logger: logger,
                    verifier: { secret.value.map { WebhookVerifier(secrets: [$0]) } },
                    onRunning: { listening.open(true) },
                    hear: { await printer.show($0) }
                )
                let group = ServiceGroup(
                    configuration: .init(
                        services: [.init(service: receiver)],
                        gracefulShutdownSignals: [.sigint, .sigterm],
                        logger: logger
                    )
                )
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    tasks.addTask {
                        defer { listening.open(false) }
                        try await group.run()
                    }
                    guard await listening.isUp() else { return try await tasks.waitForAll() }
                    let id: WebhookID
                    do {
                        id = try await register(merchant, port, secret)
                    } catch {
                        await group.triggerGracefulShutdown()
                        throw error
                    }
                    Terminal.note("listening on http://127.0.0.1:\(port)/ as \(id.text); Ctrl-C ends it")
                    try await tasks.waitForAll()
                    _ = try await merchant.call("DELETE", "\(WebhooksCommand.path)\(id.text)/")
                }
            }
        }

        private func register(
            _ merchant: MerchantServer,
            _ port: Int,
            _ secret: Mutexed<WebhookSecret?>
        ) async throws -> WebhookID {
            let request = CreateWebhookRequest(
                url: "http://127.0.0.1:\(port)/",
                description: "chave webhooks listen"
            )
            let made = try WebhookResource(
                json: try await merchant.call("POST", WebhooksCommand.path, request.json)
            )
            secret.value = made.secret.flatMap(WebhookSecret.init(text:))
            return made.id
        }
    }
}

/// One field that several tasks share.
final class Mutexed<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}

/// Prints one line for each event; invalid requests are reported on standard error.
struct EventPrinter: Sendable {
    let isJSON: Bool
    let forwardTo: String?
    let transport: any HTTPTransport

    func show(_ arrival: WebhookReceiver.Arrival) async {
        let json = try? JSONValue(parsing: arrival.body)
        guard arrival.refusal == nil, let json, let event = try? WebhookEvent(json: json) else {
            return Terminal.note(
                Terminal.red("not believed: \(arrival.refusal?.rawValue ?? "the body is no event")")
            )
        }
        if isJSON {
            Terminal.say(json.text)
        } else {
            let status = event.data["status"]?.string ?? ""
            let mark = status == "FAILED" ? Terminal.red("✗") : Terminal.green("✓")
            let rest = Terminal.dim("version \(event.version)  \(event.webhookID)")
            Terminal.say("\(mark) \(event.timestamp.rfc3339)  \(event.type)  \(event.objectID)  \(rest)")
        }
        await forward(arrival)
    }

    private func forward(_ arrival: WebhookReceiver.Arrival) async {
        guard let forwardTo else { return }
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        for (name, value) in arrival.headers where name.hasPrefix("webhook-") { headers[name] = value }
        let request = HTTPRequest(method: .post, url: forwardTo, headers: headers, body: arrival.body)
        do {
            let response = try await transport.send(request)
            if !response.isSuccess { Terminal.note("forwarded: status \(response.status)") }
        } catch {
            Terminal.note("nobody answers at \(forwardTo)")
        }
    }
}
