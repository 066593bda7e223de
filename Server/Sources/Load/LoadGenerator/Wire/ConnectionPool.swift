import ChaveTransport
import NIOCore
import NIOPosix
import NIOSSL

/// The connections of one loop, kept alive between requests.
///
/// All its work runs on the loop.
final class ConnectionPool {
    private let loop: any EventLoop
    private let most: Int
    private let longestBody: Int
    private let freshness: TimeAmount

    private var idle: [Origin: [Connection]] = [:]
    private var active: [UInt64: Exchange] = [:]
    private var waiting = Line<Exchange>()
    private var open: [ObjectIdentifier: Connection] = [:]
    private var connecting = 0
    /// The addresses of origins, so that each name is looked up once.
    private var addresses: [Origin: SocketAddress] = [:]
    private var tls: NIOSSLContext?
    private var isInvalid = false

    /// Makes a pool; a connection that was unused for longer than `freshness` is dropped, as its server may close it
    /// any time.
    init(loop: any EventLoop, most: Int, longestBody: Int, freshness: TimeAmount) {
        self.loop = loop
        self.freshness = freshness
        self.most = most
        self.longestBody = longestBody
    }

    /// Begins an exchange; a response, its timeout or ``end(_:because:)`` ends it.
    func begin(_ exchange: Exchange, timeoutMilliseconds: Int64) {
        guard !isInvalid else { return exchange.fail(.cancelled) }
        active[exchange.id] = exchange
        let bound = NIOLoopBound(self, eventLoop: loop)
        let id = exchange.id
        exchange.timer = loop.scheduleTask(in: .milliseconds(min(max(timeoutMilliseconds, 1), 86_400_000))) {
            bound.value.end(id, because: .timedOut)
        }
        dispatch(exchange)
    }

    /// Ends an exchange that has not ended yet.
    func end(_ id: UInt64, because kind: TransportError.Kind) {
        guard let exchange = active.removeValue(forKey: id) else { return }
        exchange.fail(kind)
        exchange.connection?.abandon()
    }

    /// Ends all exchanges and connections, now and for good.
    func invalidate() {
        isInvalid = true
        for id in Array(active.keys) { end(id, because: .cancelled) }
        for connection in Array(open.values) { connection.close() }
        _ = waiting.removeAll()
        idle = [:]
    }

    // MARK: What connections tell

    func ended(_ exchange: Exchange, _ result: Result<HTTPResponse, TransportError>) {
        active[exchange.id] = nil
        exchange.end(result)
    }

    func free(_ connection: Connection) {
        while let next = waiting.popFirst() {
            guard active[next.id] != nil else { continue }
            guard next.origin == connection.origin else {
                connection.close()
                return connect(next)
            }
            return connection.carry(next)
        }
        idle[connection.origin, default: []].append(connection)
    }

    func closed(_ connection: Connection) {
        guard open.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        idle[connection.origin]?.removeAll { $0 === connection }
        serveNext()
    }

    private func serveNext() {
        while !isInvalid, open.count + connecting < most, let next = waiting.popFirst() {
            guard active[next.id] != nil else { continue }
            return connect(next)
        }
    }

    // MARK: Finding a connection

    private func dispatch(_ exchange: Exchange) {
        while let connection = idle[exchange.origin]?.popLast() {
            if connection.isOpen, connection.freeSince + freshness > .now() { return connection.carry(exchange) }
            connection.close()
        }
        guard open.count + connecting < most else { return waiting.append(exchange) }
        connect(exchange)
    }

    private func connect(_ exchange: Exchange) {
        let origin = exchange.origin
        let connection = Connection(origin: origin, pool: self, longestBody: longestBody)
        let secure: NIOSSLClientHandler?
        do {
            secure = try origin.isSecure ? handler(for: origin) : nil
        } catch {
            return ended(exchange, .failure(TransportError(.tls, mayHaveReachedServer: false)))
        }
        connecting += 1
        let made = NIOLoopBound((pool: self, connection: connection, secure: secure), eventLoop: loop)
        let carried = NIOLoopBound(exchange, eventLoop: loop)
        let bootstrap = ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connectTimeout(.seconds(10))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let secure = made.value.secure { try channel.pipeline.syncOperations.addHandler(secure) }
                    try channel.pipeline.syncOperations.addHandler(made.value.connection)
                }
            }
        let channel =
            addresses[origin].map { bootstrap.connect(to: $0) }
            ?? bootstrap.connect(host: origin.name, port: origin.port)
        channel.whenComplete { result in
            made.value.pool.connected(made.value.connection, result.map { _ in () }, for: carried.value)
        }
    }

    private func connected(_ connection: Connection, _ result: Result<Void, any Error>, for exchange: Exchange) {
        connecting -= 1
        guard case .success = result, connection.isOpen else {
            addresses[exchange.origin] = nil
            if active[exchange.id] != nil {
                ended(exchange, .failure(TransportError(.notConnected, mayHaveReachedServer: false)))
            }
            return serveNext()
        }
        open[ObjectIdentifier(connection)] = connection
        if addresses[connection.origin] == nil { addresses[connection.origin] = connection.remoteAddress }
        guard !isInvalid else { return connection.close() }
        guard active[exchange.id] != nil else { return free(connection) }
        connection.carry(exchange)
    }

    private func handler(for origin: Origin) throws -> NIOSSLClientHandler {
        let context = try tls ?? NIOSSLContext(configuration: .makeClientConfiguration())
        tls = context
        let isAddress = (try? SocketAddress(ipAddress: origin.name, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : origin.name)
    }
}
