import HTTPKernel
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// TLS below a connection, with the certificate that is current when the connection is made.
struct RenewableTLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    let base: Base
    let identity: TLSIdentity

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: identity.context))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension HTTPServerBuilder {
    /// The HTTP/1.1 of ``http1(_:counting:for:proxies:)``, over TLS.
    ///
    /// The limits count from a connection's first byte, so a slow handshake ends like slow headers.
    static func https(
        _ limits: RequestLimits,
        _ identity: TLSIdentity,
        counting work: WorkUnderWay,
        for server: APIServer,
        proxies: TrustedProxies
    ) -> HTTPServerBuilder {
        HTTPServerBuilder {
            RenewableTLSChannel(base: HTTPConnection($0, limits, work, server.answers, proxies), identity: identity)
        }
    }
}
