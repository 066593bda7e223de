public import ChaveTransport
public import TokenActivationCore

/// The networks, as an issuer reaches them.
extension SandboxCards {
    /// What carries messages to a network of this sandbox; it never leaves the process.
    public func transport(for network: CardNetwork) -> any HTTPTransport {
        SandboxNetworkTransport(cards: self, network: network)
    }

    /// The address that ``transport(for:)`` answers under; nobody else ever will (RFC 2606, section 2).
    public static func address(of network: CardNetwork) -> String { "https://\(network.rawValue).networks.invalid" }
}
