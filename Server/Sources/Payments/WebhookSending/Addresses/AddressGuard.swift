package import ChaveBase
import NIOCore
import Synchronization
package import Webhooks

/// Decides whether a webhook may be sent to the addresses of its host's name.
package struct AddressGuard: Sendable {
    private let rules: WebhookURL.Rules
    /// Reads this machine's own addresses, which may change.
    ///
    /// `nil` means that the addresses are unknown, so any address may be one of them.
    private let ownAddresses: @Sendable () -> Set<IPAddress>?

    package init(
        rules: WebhookURL.Rules,
        ownAddresses: (@Sendable () -> Set<IPAddress>?)? = nil
    ) {
        self.rules = rules
        self.ownAddresses = ownAddresses ?? OwnAddresses().found
    }

    /// Permits all addresses or none.
    ///
    /// A name that leads to outside and inside addresses at once is not a plausible mistake in a webhook receiver.
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

/// A cache of this machine's addresses for one second, because each read asks the system for every interface.
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
        // A failed read is not cached: the next call reads again.
        let addresses = AddressGuard.interfaceAddresses()
        last.withLock { $0 = addresses.map { Found(addresses: $0, at: now) } }
        return addresses
    }
}
