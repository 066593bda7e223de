import ChaveBase
import ChavePixModel
import NIOCore
import OpenFinanceClient
import Synchronization
import WebhookSending
import Webhooks

/// The names of banks and of the directory, by the system's resolver and the guard that webhooks have.
///
/// An answer is used for half a minute: a call has several exchanges with one host.
struct GuardedNames: HostNames {
    private let resolver: any HostResolver
    private let addresses: AddressGuard
    private let now: @Sendable () -> Timestamp
    private let kept = KeptAnswers()

    private static let keptSeconds: Int64 = 30

    init(
        resolver: any HostResolver = SystemResolver(),
        addresses: AddressGuard = AddressGuard(rules: .production),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.resolver = resolver
        self.addresses = addresses
        self.now = now
    }

    func addresses(of host: String, port: Int) async throws(WireFault) -> [String] {
        if let known = kept.answer(of: host, at: now(), within: GuardedNames.keptSeconds) { return known }
        let found = await resolver.addresses(of: host, port: port, for: GuardedNames.asker(host))
        guard !found.isEmpty else { throw .unreachable }
        guard addresses.permits(found, isSecure: true) else { throw .forbiddenAddress }
        let texts = found.compactMap(\.socketAddress.ipAddress)
        kept.keep(texts, of: host, at: now())
        return texts
    }

    func close() async { await (resolver as? SystemResolver)?.close() }

    /// Each host is an asker of its own, so that the dead name server of one bank holds up no other.
    private static func asker(_ host: String) -> OrganisationID {
        var hasher = Hasher()
        hasher.combine(host)
        return OrganisationID(high: UInt64(bitPattern: Int64(hasher.finalize())), low: 0)
    }
}

/// The last answer for each host.
private final class KeptAnswers: Sendable {
    private struct Kept {
        var addresses: [String]
        var at: Timestamp
    }

    private let answers = Mutex<[String: Kept]>([:])

    func answer(of host: String, at now: Timestamp, within seconds: Int64) -> [String]? {
        guard let kept = answers.withLock({ $0[host] }) else { return nil }
        return (0..<seconds * 1_000_000).contains(now.microseconds(since: kept.at)) ? kept.addresses : nil
    }

    func keep(_ addresses: [String], of host: String, at now: Timestamp) {
        answers.withLock { $0[host] = Kept(addresses: addresses, at: now) }
    }
}
