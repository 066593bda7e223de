import AsyncHTTPClient
import ChaveBase
import NIOCore
import NIOSSL
import Synchronization
import Webhooks

/// One HTTP client for each host and address: it dials only that address, and uses the host's name for TLS.
///
/// Connections remain open for a few seconds, and are only reused for the same host at the same address.
final class PinnedClients: Sendable {
    struct Destination: Hashable, Sendable {
        let host: String
        let address: String
        let port: Int
        let isSecure: Bool
    }

    private struct Entry {
        var client: HTTPClient
        var users = 0
        var lastUse: UInt64 = 0
    }

    private struct State {
        var entries: [Destination: Entry] = [:]
        var uses: UInt64 = 0
        var isClosed = false
    }
    private let state = Mutex(State())
    private let group: any EventLoopGroup

    /// The largest number of unused clients that are kept.
    private static let most = 64

    private let tls: TLSConfiguration

    /// Creates the clients; they trust the system's certificate authorities, unless a test brings its own.
    init(group: any EventLoopGroup, trust: NIOSSLTrustRoots = .default) {
        self.group = group
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.trustRoots = trust
        self.tls = tls
    }

    /// Runs `body` with the client of a destination; `nil` once closed.
    func withClient<Value: Sendable>(
        _ destination: Destination,
        _ body: (HTTPClient) async throws -> Value
    ) async throws -> Value? {
        guard let client = borrow(destination) else { return nil }
        do {
            let value = try await body(client)
            await giveBack(destination)
            return value
        } catch {
            await giveBack(destination)
            throw error
        }
    }

    func close() async {
        let clients = state.withLock { state in
            state.isClosed = true
            defer { state.entries = [:] }
            return state.entries.values.map(\.client)
        }
        for client in clients { try? await client.shutdown() }
    }

    private func borrow(_ destination: Destination) -> HTTPClient? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.uses += 1
            var entry = state.entries[destination] ?? Entry(client: make(destination))
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[destination] = entry
            return entry.client
        }
    }

    private func giveBack(_ destination: Destination) async {
        let surplus: [HTTPClient] = state.withLock { state in
            state.entries[destination]?.users -= 1
            let idle = state.entries.filter { $0.value.users == 0 }
            let oldest = idle.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(
                max(0, idle.count - PinnedClients.most)
            )
            for (destination, _) in oldest { state.entries[destination] = nil }
            return oldest.map(\.value.client)
        }
        for client in surplus { try? await client.shutdown() }
    }

    /// Creates a client without redirects, with no proxy even if the environment names one, with HTTP/1.1, without
    /// unpacking.
    private func make(_ destination: Destination) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(PinnedClients.connectSeconds)),
            decompression: .disabled
        )
        configuration.proxy = nil
        configuration.tlsConfiguration = tls
        // No tracer is used here, but the client would record a request's attributes all the same.
        configuration.tracing.tracer = nil
        configuration.httpVersion = .http1Only
        configuration.dnsOverride = [destination.host: destination.address]
        configuration.connectionPool.idleTimeout = .seconds(5)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 8
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    private static let connectSeconds: Int64 = 5
}
