package import AsyncHTTPClient
import ChaveBase
import NIOCore
import NIOHTTP1
package import NIOSSL
import Synchronization

/// Sends requests over HTTPS by the platform's transport certificate.
///
/// Each host has connections of its own, so that one that hangs holds up no other. Nothing is redirected, nothing is
/// unpacked, no proxy is asked. In a development names below `test` are this machine.
package final class HTTPSExchange: WireExchange {
    private let tls: TLSConfiguration
    private let isDevelopment: Bool
    private let clients = Mutex<[String: HTTPClient]>([:])
    /// More hosts than any directory's banks have together.
    private static let mostHosts = 4_096
    /// Several banks may share a host, and each has its own share of calls (``ConnectorSettings/callsPerBank``).
    private static let connectionsPerHost = 256

    /// `tls` has the certificate of the platform and the trusted roots.
    package init(tls: TLSConfiguration, isDevelopment: Bool) {
        self.tls = tls
        self.isDevelopment = isDevelopment
    }

    package func send(_ request: WireRequest, timeoutMilliseconds: Int) async throws(WireFault) -> WireResponse {
        guard let address = BankAddress(request.url), let client = client(of: address.host) else { throw .unreachable }
        var message = HTTPClientRequest(url: request.url)
        message.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { message.headers.add(name: name, value: value) }
        if !request.body.isEmpty { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        do {
            return try await HTTPSExchange.withDeadline(milliseconds: timeoutMilliseconds) {
                [message, longest = request.longestAnswer] in
                let response = try await client.execute(message, timeout: .milliseconds(Int64(timeoutMilliseconds)))
                let body = try await response.body.collect(upTo: longest)
                return WireResponse(
                    status: Int(response.status.code),
                    headers: response.headers.map { (name: $0.name, value: $0.value) },
                    body: Array(body.readableBytesView)
                )
            }
        } catch {
            throw WireFault(error)
        }
    }

    /// Closes all connections.
    package func close() async {
        let open = clients.withLock { clients in
            defer { clients = [:] }
            return Array(clients.values)
        }
        for client in open { try? await client.shutdown() }
    }

    private func client(of host: String) -> HTTPClient? {
        clients.withLock { clients in
            if let known = clients[host] { return known }
            guard clients.count < HTTPSExchange.mostHosts else { return nil }
            var configuration = HTTPClient.Configuration.ofOpenFinance(tls: tls, hosts: isDevelopment ? [host] : [])
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = HTTPSExchange.connectionsPerHost
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
            clients[host] = client
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
    /// No redirects, no proxy, HTTP/1.1 and nothing unpacked; names below `test` are resolved to this machine.
    package static func ofOpenFinance(tls: TLSConfiguration, hosts: [String]) -> HTTPClient.Configuration {
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
