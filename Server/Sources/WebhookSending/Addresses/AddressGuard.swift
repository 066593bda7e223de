import NIOCore
package import Webhooks

/// Says where a webhook may be sent to, of the addresses that its host's name led to.
package struct AddressGuard: Sendable {
    private let rules: WebhookURL.Rules
    /// This machine's own addresses, asked for anew each time: they change.
    ///
    /// `nil`: they cannot be found out, so any address may be one of them.
    private let ownAddresses: @Sendable () -> Set<IPAddress>?

    package init(
        rules: WebhookURL.Rules,
        ownAddresses: @escaping @Sendable () -> Set<IPAddress>? = AddressGuard.interfaceAddresses
    ) {
        self.rules = rules
        self.ownAddresses = ownAddresses
    }

    /// All of them, or none: a name that leads to the outside and to the inside at once is not a mistake that anybody
    /// makes with a receiver of webhooks.
    package func permits(_ addresses: [ResolvedAddress], isSecure: Bool) -> Bool {
        let own = ownAddresses()
        return addresses.allSatisfy { address in
            guard let ip = address.ip else { return false }
            if ip.isLoopback { return rules == .sandbox }
            guard let own else { return false }
            return isSecure && ip.isPublic && !own.contains(ip)
        }
    }

    package static let interfaceAddresses: @Sendable () -> Set<IPAddress>? = {
        guard let devices = try? System.enumerateDevices() else { return nil }
        return Set(devices.compactMap { $0.address.flatMap { ResolvedAddress($0).ip } })
    }
}
