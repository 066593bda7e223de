package import AsyncHTTPClient
import ChaveBase
import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOSSL
import Synchronization

/// Sends requests over HTTPS by the platform's transport certificate.
///
/// Each host has connections of its own, so that one that hangs holds up no other. They lead to the addresses that were
/// examined and to no other. Nothing is redirected, nothing is unpacked, no proxy is asked. In a development names below
/// `test` are this machine.
package final class HTTPSExchange: WireExchange {
    private let tls: TLSConfiguration
    private let isDevelopment: Bool
    private let names: any HostNames
    private let clients = Mutex<[Destination: HTTPClient]>([:])
    /// More hosts than any directory's banks have together, at the addresses of today and of the days before.
    private static let mostClients = 8_192
    /// Several banks may share a host, and each has its own share of calls (``ConnectorSettings/callsPerBank``).
    private static let connectionsPerHost = 256
    /// More addresses of one name are not worth a try.
    private static let mostAddresses = 3

    /// A host at one of its addresses.
    private struct Destination: Hashable {
        var host: String
        var address: String
        /// Whether the client tries again to connect: only where there is no other address.
        var isOnly: Bool
    }

    /// `tls` has the certificate of the platform and the trusted roots.
    package init(tls: TLSConfiguration, isDevelopment: Bool, names: any HostNames) {
        self.tls = tls
        self.isDevelopment = isDevelopment
        self.names = names
    }

    package func send(_ request: WireRequest, timeoutMilliseconds: Int) async throws(WireFault) -> WireResponse {
        guard let address = BankAddress(request.url) else { throw .unreachable }
        do {
            return try await HTTPSExchange.withDeadline(milliseconds: timeoutMilliseconds) { [self] in
                let found = try await destinations(of: address)
                for destination in found.dropLast() {
                    do {
                        return try await send(request, to: destination, milliseconds: timeoutMilliseconds)
                    } catch {
                        // Nothing of the request left: the next address may take it.
                        guard HTTPSExchange.isUnsent(error) else { throw error }
                    }
                }
                guard let last = found.last else { throw WireFault.unreachable }
                return try await send(request, to: last, milliseconds: timeoutMilliseconds)
            }
        } catch {
            throw WireFault(error)
        }
    }

    private func send(
        _ request: WireRequest,
        to destination: Destination,
        milliseconds: Int
    ) async throws -> WireResponse {
        guard let client = client(to: destination) else { throw WireFault.unreachable }
        var message = HTTPClientRequest(url: request.url)
        message.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { message.headers.add(name: name, value: value) }
        if !request.body.isEmpty { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        let response = try await client.execute(message, timeout: .milliseconds(Int64(milliseconds)))
        let body = try await response.body.collect(upTo: request.longestAnswer)
        return WireResponse(
            status: Int(response.status.code),
            headers: response.headers.map { (name: $0.name, value: $0.value) },
            body: Array(body.readableBytesView)
        )
    }

    /// Closes all connections.
    package func close() async {
        let open = clients.withLock { clients in
            defer { clients = [:] }
            return Array(clients.values)
        }
        for client in open { try? await client.shutdown() }
        await names.close()
    }

    private func destinations(of address: BankAddress) async throws -> [Destination] {
        // Such a name leads nowhere else, and a development's directory has no others.
        if isDevelopment, address.host.hasSuffix(".test") {
            return [Destination(host: address.host, address: "127.0.0.1", isOnly: true)]
        }
        let found = try await names.addresses(of: address.host, port: address.port)
            .prefix(HTTPSExchange.mostAddresses)
        return found.map { Destination(host: address.host, address: $0, isOnly: found.count == 1) }
    }

    /// Whether a connection was not even made, so that nothing of the request left.
    private static func isUnsent(_ error: any Error) -> Bool {
        error is NIOConnectionError || (error as? HTTPClientError) == .connectTimeout
    }

    private func client(to destination: Destination) -> HTTPClient? {
        clients.withLock { clients in
            if let known = clients[destination] { return known }
            guard clients.count < HTTPSExchange.mostClients else { return nil }
            var configuration = HTTPClient.Configuration.ofOpenFinance(tls: tls)
            configuration.dnsOverride[destination.host] = destination.address
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = HTTPSExchange.connectionsPerHost
            configuration.connectionPool.retryConnectionEstablishment = destination.isOnly
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            clients[destination] = client
            return client
        }
    }

    /// Waits for `work`, but no longer; the work is cancelled then.
    private static func withDeadline<Value: Sendable>(
        milliseconds: Int,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: .milliseconds(milliseconds))
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw WireFault.timedOut }
            return value
        }
    }
}

extension WireFault {
    fileprivate init(_ error: any Error) {
        switch error {
        case let fault as WireFault: self = fault
        case is NIOTooManyBytesError: self = .tooLong
        case let error as HTTPClientError
        where [.deadlineExceeded, .connectTimeout, .readTimeout, .cancelled].contains(error):
            self = .timedOut
        default: self = .unreachable
        }
    }
}

extension HTTPClient.Configuration {
    /// No redirects, no proxy, HTTP/1.1 and nothing unpacked; `hosts` below `test` are resolved to this machine.
    package static func ofOpenFinance(tls: TLSConfiguration, hosts: [String] = []) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(2)),
            decompression: .disabled
        )
        configuration.proxy = nil
        configuration.tlsConfiguration = tls
        configuration.tracing.tracer = nil
        configuration.httpVersion = .http1Only
        for host in hosts where host.hasSuffix(".test") { configuration.dnsOverride[host] = "127.0.0.1" }
        return configuration
    }
}
