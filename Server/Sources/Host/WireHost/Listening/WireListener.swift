import ChaveBase
import Foundation
import HTTPKernel
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import ServerHost
import ServiceLifecycle

/// One socket of a directory or a bank.
struct WireListener: Service, CustomStringConvertible {
    let name: String
    let server: APIServer
    let address: String
    let port: Int
    /// `nil` for pages over plain HTTP.
    let tls: ListenerTLS?
    let readsCertificates: Bool
    let logger: Logger
    let onAnswer: @Sendable (APIServer.Record, _ seconds: Double) -> Void
    let onRunning: @Sendable () async -> Void

    /// The name in the lifecycle's log.
    var description: String { name }

    /// Of the files that this process may open, less 256: three fifths for the socket of programs, a fifth for each other.
    ///
    /// A connection without a request ends after ten seconds, so that whoever only connects holds nobody up for longer.
    private var mostConnections: Int {
        let all = max(256, Int(sysconf(Int32(_SC_OPEN_MAX))) - 256)
        return readsCertificates ? all * 3 / 5 : all / 5
    }

    /// Consents with many payments are longer than other requests.
    private static let largestBody = 256 * 1_024

    func run() async throws {
        let limits = RequestLimits()
        let application = Application(
            responder: HummingbirdEdge(
                server: server,
                logger: logger,
                onAnswer: onAnswer,
                clientCertificate: readsCertificates ? WireListener.certificate : nil,
                largestBody: WireListener.largestBody
            ),
            server: tls.map { tls in .https(limits, for: server) { try tls.context() } } ?? .http1(limits, for: server),
            configuration: .init(
                address: .hostname(address, port: port),
                serverName: nil,
                backlog: 1_024,
                availableConnectionsDelegate: MaximumAvailableConnections(mostConnections)
            ),
            onServerRunning: { [onRunning] _ in await onRunning() },
            logger: logger
        )
        do {
            try await application.run()
        } catch {
            throw ListeningRefusal(error, .participant, address: address, port: port) ?? error
        }
    }

    /// The certificate of a connection's client, after the handshake that checked its chain.
    @Sendable private static func certificate(_ channel: any Channel) async -> [UInt8]? {
        let read = channel.eventLoop.flatSubmit {
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.nioSSL_peerCertificate()?.toDERBytes()
            }
        }
        return try? await read.get()
    }
}
