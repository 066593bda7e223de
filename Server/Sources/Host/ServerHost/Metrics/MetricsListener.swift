import HTTPKernel
import Hummingbird
import Logging
import ServiceLifecycle

/// The socket of ``MetricsEndpoint``; an error names this socket's own address and flag.
struct MetricsListener: Service, CustomStringConvertible {
    let endpoint: MetricsEndpoint
    let listener: ServerConfiguration.Listener
    let limits: RequestLimits
    let logger: Logger

    var description: String { "MetricsListener" }

    func run() async throws {
        let application = Application(
            responder: endpoint,
            server: .http1(limits),
            configuration: .init(address: .hostname(listener.address, port: listener.port), serverName: nil),
            logger: logger
        )
        do {
            try await application.run()
        } catch {
            throw ListeningRefusal(error, .metrics, address: listener.address, port: listener.port) ?? error
        }
    }
}
