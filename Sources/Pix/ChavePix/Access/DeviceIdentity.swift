import ChaveDeviceKeys

/// The device's own values, read from the store once.
actor DeviceIdentity {
    private let values: DeviceValues
    private var knownHeader: String?
    private var knownID: String?

    init(store: any SecretStore, random: @escaping @Sendable (Int) -> [UInt8]) {
        values = DeviceValues(store: store, random: random)
    }

    /// The value of the `Chave-Device` header.
    func deviceHeader() throws(PixError) -> String {
        if let knownHeader { return knownHeader }
        let header = try values.header()
        knownHeader = header
        return header
    }

    /// The device's identifier in risk signals.
    func deviceID() throws(PixError) -> String {
        if let knownID { return knownID }
        let id = try values.identifier()
        knownID = id
        return id
    }
}
