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
import UnixSignals
import Webhooks

extension WebhooksCommand {
    /// Receives events on a terminal, which a developer needs on the first day.
    struct Listen: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Receive events here: registers, verifies each signature, prints a line, and leaves on Ctrl-C.",
            discussion: """
                For a server on this machine that allows loopback: chave serve --sandbox.
                A line has the time, the event, the amount, the reason of a failure, the
                object, and whether the signature holds.

                Its endpoint stays when it leaves, disabled: the deliveries are shown by
                chave webhooks deliveries and in the console. What comes while nobody
                listens is kept for 30 days; --missed has it sent.

                Examples:
                  chave webhooks listen
                  chave webhooks listen --missed
                  chave webhooks listen --forward-to http://127.0.0.1:3000/hooks --json
                """
        )

        @OptionGroup var options: MerchantOptions
        @Option(help: "The port to listen on. [default: a free one]") var port: Int?
        @Option(help: "Post what was verified there too, byte for byte, with its headers.") var forwardTo: String?
        @Flag(help: "First hear what came while nobody listened.") var missed = false
        @Flag(help: "Print a JSON line for each event.") var json = false

        func validate() throws { try port.map(Parse.requirePort) }

        func run() async throws {
            try await reporting {
                let merchant = try options.merchant()
                let port = try FreePort.chosen(port)
                let earlier = try await ListeningEndpoint.earlier(at: port, of: merchant)
                let printer = EventPrinter(isJSON: json, forwardTo: forwardTo, transport: merchant.transport)
                let secret = Mutexed<WebhookSecret?>(nil)
                try await listening(on: port, secret, printer) {
                    let endpoint = try await opened(earlier, port, merchant, secret)
                    Terminal.note("listening on http://127.0.0.1:\(port)/ as \(endpoint.id.text); Ctrl-C ends it")
                    try await tellOfMissed(endpoint, isNew: earlier == nil)
                    return endpoint
                }
            }
        }

        /// Receives until a signal ends it; `body` opens the endpoint when the receiver listens.
        private func listening(
            on port: Int,
            _ secret: Mutexed<WebhookSecret?>,
            _ printer: EventPrinter,
            _ body: () async throws -> ListeningEndpoint
        ) async throws {
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
                let endpoint: ListeningEndpoint
                do {
                    endpoint = try await body()
                } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                try await tasks.waitForAll()
                try await endpoint.close()
                Terminal.note("its deliveries: chave webhooks deliveries --webhook \(endpoint.id.text)")
                Terminal.note("what comes meanwhile: chave webhooks listen --missed")
            }
        }

        private func opened(
            _ earlier: ListeningEndpoint?,
            _ port: Int,
            _ merchant: MerchantServer,
            _ secret: Mutexed<WebhookSecret?>
        ) async throws -> ListeningEndpoint {
            guard let earlier else { return try await ListeningEndpoint.new(at: port, of: merchant, secret) }
            try await earlier.move(to: port, secret)
            return earlier
        }

        /// Has the missed events sent, or tells that there may be some.
        private func tellOfMissed(_ endpoint: ListeningEndpoint, isNew: Bool) async throws {
            guard !isNew else {
                if missed { Terminal.note("nobody has listened before: only what comes from now on is heard") }
                return
            }
            guard missed else {
                guard let since = endpoint.quietSince else { return }
                return Terminal.note("nobody has listened since \(since.rfc3339); --missed has what came sent")
            }
            let count = try await endpoint.sendMissed(at: World.live.now())
            Terminal.note("\(Counted.of(count, "missed event")) sent now")
        }
    }
}
