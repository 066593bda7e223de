import ChaveBase
import ChavePixModel
import Dispatch
import NIOCore
import Synchronization
import Testing

@testable import WebhookSending

/// Name servers that do not answer, of which a merchant may have several.
@Suite(.serialized, .timeLimit(.minutes(15))) struct SystemResolverTests {
    @Test func aNameThatIsNotAnsweredTakesOneThreadHoweverManyAsk() async throws {
        let names = BlockingNames()
        let resolver = SystemResolver(find: names.find)
        let found = await withTaskGroup(of: [Int?].self) { group in
            for port in 1...(SystemResolver.threadCount * 2) {
                group.addTask {
                    await resolver.addresses(of: "tarpit.example", port: port).map(\.socketAddress.port) + [port]
                }
            }
            await names.until(1)
            #expect(await resolver.addresses(of: "free.example", port: 443).count == 1)
            names.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        // Each with its own port, also of a look-up that another one began.
        #expect(found.allSatisfy { $0.count == 2 && $0[0] == $0[1] })
        #expect(names.asked.count < SystemResolver.threadCount)
        await resolver.close()
    }

    /// Sixteen dead names of one merchant are its own trouble: its other names wait, nobody else's do.
    @Test func aMerchantsDeadNamesTakeItsOwnThreadsAlone() async throws {
        let names = BlockingNames()
        let resolver = SystemResolver(find: names.find)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...SystemResolver.threadCount {
                group.addTask { _ = await resolver.addresses(of: "tarpit\(number).example", port: 1) }
            }
            await names.until(SystemResolver.threadsPerOrganisation)
            for number in 2...9 {
                let another = OrganisationID(high: 0, low: UInt64(number))
                #expect(await resolver.addresses(of: "free.example", port: 443, for: another).count == 1)
            }
            #expect(names.asked.count { $0.hasPrefix("tarpit") } == SystemResolver.threadsPerOrganisation)
            names.open()
        }
        #expect(names.asked.count { $0.hasPrefix("tarpit") } == SystemResolver.threadCount)
        #expect(await resolver.addresses(of: "free.example", port: 443).count == 1)
        await resolver.close()
    }

    @Test func nothingIsLookedUpForWhoHasGone() async throws {
        let names = BlockingNames()
        let resolver = SystemResolver(find: names.find)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...SystemResolver.threadCount {
                group.addTask {
                    let organisation = OrganisationID(high: 1, low: UInt64(number))
                    _ = await resolver.addresses(of: "tarpit\(number).example", port: 1, for: organisation)
                }
            }
            await names.until(SystemResolver.threadCount)
            let gone = Task { await resolver.addresses(of: "tarpit.gone.example", port: 1) }
            gone.cancel()
            #expect(await gone.value.isEmpty)
            names.open()
        }
        #expect(await resolver.addresses(of: "free.example", port: 443).count == 1)
        #expect(!names.asked.contains("tarpit.gone.example"))
        await resolver.close()
    }

    @Test func closingWaitsForNoNameServer() async throws {
        let names = BlockingNames()
        let resolver = SystemResolver(find: names.find)
        async let found = resolver.addresses(of: "tarpit.example", port: 1)
        await names.until(1)
        await resolver.close()
        #expect(await found.isEmpty)
        #expect(await resolver.addresses(of: "free.example", port: 1).isEmpty)
        names.open()
    }
}

extension SystemResolver {
    /// For one and the same organisation.
    fileprivate func addresses(of host: String, port: Int) async -> [ResolvedAddress] {
        await addresses(of: host, port: port, for: OrganisationID(high: 0, low: 1))
    }
}

/// Answers at once, but for names that begin with `tarpit`.
private final class BlockingNames: Sendable {
    private let names = Mutex<[String]>([])
    private let gate = DispatchSemaphore(value: 0)

    var asked: [String] { names.withLock { $0 } }

    @Sendable func find(_ host: String, _ port: Int) -> [ResolvedAddress] {
        names.withLock { $0.append(host) }
        if host.hasPrefix("tarpit") {
            gate.wait()
            gate.signal()
        }
        return (try? SocketAddress(ipAddress: "192.0.2.1", port: port)).map { [ResolvedAddress($0)] } ?? []
    }

    func open() { gate.signal() }

    func until(_ count: Int) async {
        while asked.count < count { await Task.yield() }
    }
}
