import AsyncHTTPClient
import ChaveBase
import Foundation
package import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOSSL
public import Webhooks

/// Posts webhooks: resolves a host once, checks its addresses, dials exactly those, and keeps to its time limit.
public final class WebhookSender: WebhookTransport {
    private let resolver: any HostResolver
    private let addresses: AddressGuard
    private let clients: PinnedClients
    private let attemptMilliseconds: Int

    public convenience init(rules: WebhookURL.Rules) {
        self.init(
            addresses: AddressGuard(rules: rules),
            resolver: SystemResolver(),
            group: MultiThreadedEventLoopGroup.singleton
        )
    }

    package init(
        addresses: AddressGuard,
        resolver: any HostResolver,
        group: any EventLoopGroup,
        trust: NIOSSLTrustRoots = .default,
        attemptMilliseconds: Int = Int(DeliverySchedule.attemptSeconds) * 1_000
    ) {
        self.addresses = addresses
        self.resolver = resolver
        self.attemptMilliseconds = attemptMilliseconds
        clients = PinnedClients(group: group, trust: trust)
    }

    /// Closes the kept connections and the resolver.
    public func close() async {
        await clients.close()
        await (resolver as? SystemResolver)?.close()
    }

    public func send(_ request: WebhookRequest) async -> AttemptResult {
        let milliseconds = attemptMilliseconds
        return await withTaskGroup(of: AttemptResult?.self) { group in
            group.addTask { await self.deliver(request) }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(milliseconds))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .failed(.timeout)
        }
    }

    /// Tries the addresses in turn while they are unreachable; more than three addresses are not worth a try.
    private func deliver(_ request: WebhookRequest) async -> AttemptResult {
        let url = request.url
        let found = await resolver.addresses(of: url.host, port: url.port, for: request.organisation)
        guard !found.isEmpty else { return .failed(Task.isCancelled ? .timeout : .unresolved) }
        guard addresses.permits(found, isSecure: url.isSecure) else { return .failed(.forbiddenAddress) }
        var result = AttemptResult.failed(.unreachable)
        for address in found.prefix(WebhookSender.mostAddresses) {
            result = await post(request, to: address)
            guard case .failed(.unreachable) = result, !Task.isCancelled else { return result }
        }
        return result
    }

    private static let mostAddresses = 3

    private func post(_ request: WebhookRequest, to address: ResolvedAddress) async -> AttemptResult {
        let url = request.url
        guard let ip = address.socketAddress.ipAddress, let prepared = WebhookSender.prepare(request) else {
            return .failed(.protocolViolated)
        }
        let destination = PinnedClients.Destination(
            host: url.host,
            address: ip,
            port: url.port,
            isSecure: url.isSecure
        )
        do {
            let result = try await clients.withClient(destination) { client in
                let response = try await client.execute(
                    prepared,
                    deadline: .now() + .milliseconds(Int64(self.attemptMilliseconds))
                )
                try await WebhookSender.readAway(response.body)
                let retryAfter = response.headers.first(name: "Retry-After").flatMap(RetryAfter.init)
                return AttemptResult.answered(status: Int(response.status.code), retryAfter: retryAfter)
            }
            return result ?? .failed(.unreachable)
        } catch {
            return .failed(AttemptFailure(error))
        }
    }

    /// Prepares the request; `nil` when the client would parse the URL differently.
    ///
    /// The client must dial the name that the check accepted.
    private static func prepare(_ request: WebhookRequest) -> HTTPClientRequest? {
        let url = request.url
        let text = "\(url.isSecure ? "https" : "http")://\(url.host):\(url.port)\(url.target)"
        guard let parsed = URL(string: text), parsed.host == url.host, parsed.port == url.port,
            parsed.user == nil, parsed.fragment == nil
        else { return nil }
        var prepared = HTTPClientRequest(url: text)
        prepared.method = .POST
        for (name, value) in request.headers { prepared.headers.add(name: name, value: value) }
        prepared.headers.replaceOrAdd(name: "Host", value: url.hostHeader)
        prepared.body = .bytes(request.body)
        return prepared
    }

    /// Reads the response's body, which must end or exceed the read limit; a body that drips on runs into the attempt's
    /// timeout.
    private static func readAway(_ body: HTTPClientResponse.Body) async throws {
        var count = 0
        for try await chunk in body {
            count += chunk.readableBytes
            if count > DeliverySchedule.mostAnswerBytes { return }
        }
    }
}
