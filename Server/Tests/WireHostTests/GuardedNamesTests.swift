import ChaveBase
import ChavePixModel
import NIOCore
import NIOSSL
import OpenFinanceClient
import Synchronization
import Testing
import WebhookSending
import Webhooks

@testable import WireHost

/// Names of banks that lead to this machine or into a private network get no call.
@Suite struct GuardedNamesTests {
    private static let start = Timestamp(seconds: 1_800_000_000)

    private func names(_ resolver: WrittenResolver, now: Mutable<Timestamp> = Mutable(start)) -> GuardedNames {
        GuardedNames(
            resolver: resolver,
            addresses: AddressGuard(rules: .production, ownAddresses: { [] }),
            now: { now.value }
        )
    }

    @Test func outsideAddressesAreGivenInTheirOrder() async throws {
        let resolver = WrittenResolver(["203.0.114.7", "2606:2800:220:1::1"])
        let found = try await names(resolver).addresses(of: "banco.example", port: 443)
        #expect(found == ["203.0.114.7", "2606:2800:220:1::1"])
        #expect(resolver.asked.value == ["banco.example:443"])
    }

    @Test(arguments: [
        ["127.0.0.1"], ["10.0.0.8"], ["172.16.3.4"], ["192.168.1.1"], ["169.254.169.254"], ["100.64.0.1"], ["0.0.0.0"],
        ["::1"], ["fd00::1"], ["fe80::1"], ["::ffff:10.0.0.1"], ["203.0.114.7", "10.0.0.8"],
    ])
    func insideAddressesAreRefused(_ addresses: [String]) async throws {
        let names = names(WrittenResolver(addresses))
        await #expect(throws: WireFault.forbiddenAddress) {
            try await names.addresses(of: "banco.example", port: 443)
        }
    }

    @Test func anAddressOfThisMachineIsRefused() async throws {
        let own = try #require(IPAddress("203.0.114.7"))
        let names = GuardedNames(
            resolver: WrittenResolver(["203.0.114.7"]),
            addresses: AddressGuard(rules: .production, ownAddresses: { [own] }),
            now: { Self.start }
        )
        await #expect(throws: WireFault.forbiddenAddress) {
            try await names.addresses(of: "banco.example", port: 443)
        }
    }

    @Test func aNameWithoutAnAddressIsUnreachable() async throws {
        let names = names(WrittenResolver([]))
        await #expect(throws: WireFault.unreachable) { try await names.addresses(of: "banco.example", port: 443) }
    }

    @Test func anAnswerIsUsedForHalfAMinuteAndARefusalIsNot() async throws {
        let now = Mutable(Self.start)
        let resolver = WrittenResolver(["203.0.114.7"])
        let names = names(resolver, now: now)
        _ = try await names.addresses(of: "banco.example", port: 443)
        now.value = Self.start.adding(seconds: 29)
        _ = try await names.addresses(of: "banco.example", port: 443)
        #expect(resolver.asked.value.count == 1)
        // The name moves into a private network, and back.
        resolver.addresses.value = ["10.0.0.8"]
        now.value = Self.start.adding(seconds: 30)
        await #expect(throws: WireFault.forbiddenAddress) {
            try await names.addresses(of: "banco.example", port: 443)
        }
        resolver.addresses.value = ["203.0.114.9"]
        #expect(try await names.addresses(of: "banco.example", port: 443) == ["203.0.114.9"])
        #expect(resolver.asked.value.count == 3)
    }

    // MARK: The exchange

    private func exchange(_ resolver: WrittenResolver, isDevelopment: Bool) -> HTTPSExchange {
        HTTPSExchange(tls: .makeClientConfiguration(), isDevelopment: isDevelopment, names: names(resolver))
    }

    /// Nothing listens at that port of this machine.
    private let request = WireRequest("GET", "https://banco.test:1/token")

    @Test func aForbiddenAddressGetsNoConnection() async throws {
        let exchange = exchange(WrittenResolver(["127.0.0.1"]), isDevelopment: false)
        await #expect(throws: WireFault.forbiddenAddress) {
            try await exchange.send(request, timeoutMilliseconds: 10_000)
        }
        await exchange.close()
    }

    @Test func aNameBelowTestIsThisMachineInADevelopmentAlone() async throws {
        let resolver = WrittenResolver([])
        let development = exchange(resolver, isDevelopment: true)
        await #expect(throws: WireFault.self) { try await development.send(request, timeoutMilliseconds: 200) }
        #expect(resolver.asked.value.isEmpty)
        let production = exchange(resolver, isDevelopment: false)
        await #expect(throws: WireFault.unreachable) {
            try await production.send(request, timeoutMilliseconds: 10_000)
        }
        #expect(resolver.asked.value == ["banco.test:1"])
        await development.close()
        await production.close()
    }
}

/// A resolver with one answer for all names.
private final class WrittenResolver: HostResolver {
    let addresses: Mutable<[String]>
    let asked = Mutable<[String]>([])

    init(_ addresses: [String]) { self.addresses = Mutable(addresses) }

    func addresses(of host: String, port: Int, for organisation: OrganisationID) async -> [ResolvedAddress] {
        asked.change { $0.append("\(host):\(port)") }
        return addresses.value.compactMap { try? ResolvedAddress(SocketAddress(ipAddress: $0, port: port)) }
    }
}

/// A value that a test changes while others read it.
private final class Mutable<Value: Sendable>: Sendable {
    private let held: Mutex<Value>

    init(_ value: Value) { held = Mutex(value) }

    var value: Value {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }

    func change(_ body: (inout Value) -> Void) { held.withLock { body(&$0) } }
}
