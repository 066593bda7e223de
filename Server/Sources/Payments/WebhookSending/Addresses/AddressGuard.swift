package import ChaveBase
import NIOCore
import Synchronization
package import Webhooks

/// Says where a webhook may be sent to, of the addresses that its host's name led to.
package struct AddressGuard: Sendable {
    private let rules: WebhookURL.Rules
    /// This machine's own addresses; they change.
    ///
    /// `nil`: they cannot be found out, so any address may be one of them.
    private let ownAddresses: @Sendable () -> Set<IPAddress>?

    package init(
        rules: WebhookURL.Rules,
        ownAddresses: (@Sendable () -> Set<IPAddress>?)? = nil
    ) {
        self.rules = rules
        self.ownAddresses = ownAddresses ?? OwnAddresses().found
    }

    /// All of them, or none: a name that leads to the outside and to the inside at once is not a mistake that anybody
    /// makes with a receiver of webhooks.
    package func permits(_ addresses: [ResolvedAddress], isSecure: Bool) -> Bool {
        addresses.allSatisfy { address in
            guard let ip = address.ip else { return false }
            if ip.isLoopback { return rules == .sandbox }
            return isSecure && ip.isPublic && ownAddresses().map { !$0.contains(ip) } ?? false
        }
    }

    package static let interfaceAddresses: @Sendable () -> Set<IPAddress>? = {
        guard let devices = try? System.enumerateDevices() else { return nil }
        return Set(devices.compactMap { $0.address.flatMap { ResolvedAddress($0).ip } })
    }
}

/// This machine's addresses as they were found a second ago at most: they are asked of the system one by one.
private final class OwnAddresses: Sendable {
    private struct Found {
        var addresses: Set<IPAddress>
        var at: ContinuousClock.Instant
    }

    private static let freshFor = Duration.seconds(1)

    private let last = Mutex<Found?>(nil)

    @Sendable func found() -> Set<IPAddress>? {
        let now = ContinuousClock.now
        if let last = last.withLock({ $0 }), now - last.at < OwnAddresses.freshFor { return last.addresses }
        // A look that failed is made again at once.
        let addresses = AddressGuard.interfaceAddresses()
        last.withLock { $0 = addresses.map { Found(addresses: $0, at: now) } }
        return addresses
    }
}
