import ChaveBase
import ChavePixModel
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing
import Webhooks

@testable import WebhookSending

/// The edge over real sockets on loopback: what is dialled, what is followed, what ends an attempt.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WebhookSenderTests {
    private static let whole = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private func sender(
        _ resolver: any HostResolver = SystemResolver(),
        rules: WebhookURL.Rules = .sandbox,
        milliseconds: Int = 600_000
    ) -> WebhookSender {
        WebhookSender(
            addresses: AddressGuard(rules: rules, ownAddresses: { [] }),
            resolver: resolver,
            group: MultiThreadedEventLoopGroup.singleton,
            attemptMilliseconds: milliseconds
        )
    }

    private func request(_ url: String, rules: WebhookURL.Rules = .sandbox) throws -> WebhookRequest {
        WebhookRequest(
            url: try WebhookURL(url, rules: rules),
            headers: [("Content-Type", "application/json"), ("webhook-id", "0190")],
            body: Array(#"{"a":"ação"}"#.utf8),
            organisation: OrganisationID(high: 0, low: 1)
        )
    }

    private func result(
        of script: RawEndpoint.Script,
        milliseconds: Int = 600_000
    ) async throws -> (result: AttemptResult, heard: [String]) {
        try await RawEndpoint.with(script) { endpoint in
            let sender = sender(milliseconds: milliseconds)
            let result = await sender.send(try request("http://127.0.0.1:\(endpoint.port)/hook?x=1"))
            await sender.close()
            return (result, endpoint.heard)
        }
    }

    @Test func aPostArrivesAsItWasMade() async throws {
        let (result, heard) = try await result(of: .answer(Self.whole))
        #expect(result == .answered(status: 200, retryAfter: nil))
        let head = try #require(heard.first)
        #expect(head.hasPrefix("POST /hook?x=1 HTTP/1.1\r\n"))
        #expect(head.contains("webhook-id: 0190\r\n"))
        #expect(head.lowercased().components(separatedBy: "host: ").count == 2)
        #expect(head.hasSuffix("\r\n\r\n" + #"{"a":"ação"}"#))
    }

    /// W-6: a redirect is an answer like another; the metadata address is not asked.
    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectIsNotFollowed(_ status: Int) async throws {
        try await RawEndpoint.with(.answer(Self.whole)) { inside in
            let target = "http://127.0.0.1:\(inside.port)/latest/meta-data/"
            for location in [target, "http://169.254.169.254/latest/meta-data/"] {
                let answer = "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
                let (result, heard) = try await result(of: .answer(answer))
                #expect(result == .answered(status: status, retryAfter: nil))
                #expect(heard.count == 1)
            }
            #expect(inside.heard.isEmpty)
        }
    }

    /// W-5 at the edge.
    @Test func retryAfterIsReadFromTheAnswer() async throws {
        let answer = "HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n"
        #expect(try await result(of: .answer(answer)).result == .answered(status: 503, retryAfter: .seconds(120)))
    }

    /// W-8: an answer that never ends ends the attempt, and the connection with it.
    @Test(arguments: [
        RawEndpoint.Script.drip("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"),
        .drip("HTTP/1.1 200 OK\r\n\r\n"), .drip("HTTP/1.1 200 OK\r\nX-Long: "), .silence,
    ])
    func anAnswerThatNeverEndsIsCutOff(_ script: RawEndpoint.Script) async throws {
        try await RawEndpoint.with(script) { endpoint in
            let sender = sender(milliseconds: 400)
            let result = await sender.send(try request("http://127.0.0.1:\(endpoint.port)/"))
            #expect(result == .failed(.timeout))
            while endpoint.closedCount == 0 { await Task.yield() }
            await sender.close()
        }
    }

    /// W-9: no more than 64 KiB are read; the status counts, and the rest is thrown away.
    @Test func aFloodIsCutOffAndItsStatusCounts() async throws {
        try await RawEndpoint.with(.flood("HTTP/1.1 200 OK\r\n\r\n")) { endpoint in
            let sender = sender()
            let result = await sender.send(try request("http://127.0.0.1:\(endpoint.port)/"))
            #expect(result == .answered(status: 200, retryAfter: nil))
            while endpoint.closedCount == 0 { await Task.yield() }
            await sender.close()
        }
    }

    @Test func whatIsNoHTTPIsNamed() async throws {
        #expect(try await result(of: .answer("SSH-2.0-OpenSSH_9.2\r\n\r\n")).result == .failed(.protocolViolated))
        #expect(try await result(of: .hangUp).result == .failed(.unreachable))
    }

    @Test func nobodyThereIsUnreachable() async throws {
        let port = try await RawEndpoint.with(.silence) { $0.port }
        let sender = sender()
        #expect(await sender.send(try request("http://127.0.0.1:\(port)/")) == .failed(.unreachable))
        await sender.close()
    }

    /// The address that was judged is the one that is dialled: a name is asked once, whatever it says next.
    @Test func aNameThatRebindsIsAskedOnce() async throws {
        try await RawEndpoint.with(.answer(Self.whole)) { inside in
            let resolver = RebindingResolver(first: "8.8.8.8", then: "127.0.0.1")
            let sender = sender(resolver, rules: .production, milliseconds: 300)
            let url = "https://rebind.example:8443/"
            let result = await sender.send(try request(url, rules: .production))
            #expect(resolver.asked == 1)
            guard case .failed = result else { return #expect(Bool(false), "\(result)") }
            // The second attempt asks again, and hears of the inside: refused before anything is dialled.
            #expect(await sender.send(try request(url, rules: .production)) == .failed(.forbiddenAddress))
            #expect(resolver.asked == 2)
            #expect(inside.heard.isEmpty)
            await sender.close()
        }
    }

    /// Names are dialled at the address they were resolved to, not resolved again: the machine's own resolver would lead
    /// to 127.0.0.1, where nobody listens.
    @Test func theResolvedAddressIsTheOneDialled() async throws {
        try await RawEndpoint.with(.answer(Self.whole), host: "127.0.0.2") { endpoint in
            let sender = sender(FixedResolver(["127.0.0.2"]))
            let request = try request("http://localhost:\(endpoint.port)/")
            #expect(await sender.send(request) == .answered(status: 200, retryAfter: nil))
            #expect(endpoint.heard.first?.lowercased().contains("host: localhost:\(endpoint.port)\r\n") == true)
            await sender.close()
        }
    }

    @Test(arguments: [
        ["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["::1"], ["fd00:ec2::254"], ["64:ff9b::a9fe:a9fe"],
        ["8.8.8.8", "10.0.0.1"], ["2002:7f00:1::1"], ["::ffff:127.0.0.1"],
    ])
    func theInsideIsNeverDialled(_ addresses: [String]) async throws {
        let sender = sender(FixedResolver(addresses), rules: .production)
        let result = await sender.send(try request("https://inside.example/", rules: .production))
        #expect(result == .failed(.forbiddenAddress))
        await sender.close()
    }

    @Test func thisMachinesOwnAddressesAreInside() throws {
        let own = try #require(IPAddress("8.8.4.4"))
        let address = ResolvedAddress(try SocketAddress(ipAddress: "8.8.4.4", port: 443))
        #expect(!AddressGuard(rules: .production, ownAddresses: { [own] }).permits([address], isSecure: true))
        #expect(AddressGuard(rules: .production, ownAddresses: { [] }).permits([address], isSecure: true))
        #expect(!AddressGuard(rules: .production, ownAddresses: { [] }).permits([address], isSecure: false))
        #expect(AddressGuard.interfaceAddresses()?.contains { $0.isLoopback } == true)
    }

    /// Any address could be one of this machine's when these cannot be found out.
    @Test func withoutAListOfItsOwnAddressesNothingIsDialled() throws {
        let outside = ResolvedAddress(try SocketAddress(ipAddress: "8.8.4.4", port: 443))
        let loopback = ResolvedAddress(try SocketAddress(ipAddress: "127.0.0.1", port: 443))
        for rules in [WebhookURL.Rules.production, .sandbox] {
            let addresses = AddressGuard(rules: rules, ownAddresses: { nil })
            #expect(!addresses.permits([outside], isSecure: true))
            #expect(addresses.permits([loopback], isSecure: true) == (rules == .sandbox))
        }
    }

    @Test func aNameThatLeadsNowhereIsNamed() async throws {
        let sender = sender(FixedResolver([]), rules: .production)
        #expect(await sender.send(try request("https://nowhere.example/", rules: .production)) == .failed(.unresolved))
        await sender.close()
    }

    @Test func theSystemsResolverFindsThisMachine() async throws {
        let resolver = SystemResolver()
        let found = await resolver.addresses(of: "localhost", port: 80, for: OrganisationID(high: 0, low: 1))
        #expect(found.contains { $0.ip?.isLoopback == true })
        #expect(found.allSatisfy { $0.socketAddress.port == 80 })
        await resolver.close()
    }
}

struct FixedResolver: HostResolver {
    let texts: [String]

    init(_ texts: [String]) { self.texts = texts }

    func addresses(of host: String, port: Int, for organisation: OrganisationID) async -> [ResolvedAddress] {
        texts.compactMap { try? SocketAddress(ipAddress: $0, port: port) }.map { ResolvedAddress($0) }
    }
}

private final class RebindingResolver: HostResolver {
    private let first: String
    private let then: String
    private let count = Mutex(0)

    init(first: String, then: String) { (self.first, self.then) = (first, then) }

    var asked: Int { count.withLock { $0 } }

    func addresses(of host: String, port: Int, for organisation: OrganisationID) async -> [ResolvedAddress] {
        let isFirst = count.withLock { count in
            count += 1
            return count == 1
        }
        let address = try? SocketAddress(ipAddress: isFirst ? first : then, port: port)
        return address.map { [ResolvedAddress($0)] } ?? []
    }
}
