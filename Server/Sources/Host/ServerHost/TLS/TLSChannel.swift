package import HTTPKernel
package import HummingbirdCore
package import Logging
package import NIOCore
package import NIOSSL

/// TLS below a connection, by the context that is right when the connection is made.
package struct TLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    package typealias Value = Base.Value

    let base: Base
    let context: @Sendable () throws -> NIOSSLContext

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context()))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }
    }

    package func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension HTTPServerBuilder {
    /// The HTTP/1.1 of ``http1(_:counting:for:proxies:)``, over TLS.
    ///
    /// The limits count from a connection's first byte, so a slow handshake ends like slow headers.
    package static func https(
        _ limits: RequestLimits,
        counting work: WorkUnderWay = WorkUnderWay(),
        for server: APIServer,
        proxies: TrustedProxies = .none,
        context: @escaping @Sendable () throws -> NIOSSLContext
    ) -> HTTPServerBuilder {
        HTTPServerBuilder {
            TLSChannel(base: HTTPConnection($0, limits, work, server.answers, proxies), context: context)
        }
    }
}
