/// A secret store over Keychain items: it chooses the calls and interprets their statuses.
struct KeychainSecrets: SecretStore {
    let items: any KeychainItems

    func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? {
        let (status, bytes) = items.read(name)
        if status == KeychainStatus.itemNotFound { return nil }
        guard status == KeychainStatus.success else { throw KeychainStatus.error(status) }
        guard let bytes else { throw KeychainSecrets.unreadable }
        return bytes
    }

    func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
        var status = items.update(name, bytes)
        if status == KeychainStatus.itemNotFound { status = items.add(name, bytes) }
        // Another thread or an extension of the app added the item between the two calls.
        if status == KeychainStatus.duplicateItem { status = items.update(name, bytes) }
        guard status == KeychainStatus.success else { throw KeychainStatus.error(status) }
    }

    func removeSecret(_ name: String) throws(DeviceKeyError) {
        let status = items.delete(name)
        guard status == KeychainStatus.success || status == KeychainStatus.itemNotFound else {
            throw KeychainStatus.error(status)
        }
    }

    func secretNames() throws(DeviceKeyError) -> [String] {
        let (status, names) = items.names()
        if status == KeychainStatus.itemNotFound { return [] }
        guard status == KeychainStatus.success else { throw KeychainStatus.error(status) }
        guard let names else { throw KeychainSecrets.unreadable }
        return names.sorted()
    }

    private static let unreadable = DeviceKeyError(.store, "the Keychain answered with something that is no such item")
}

/// The calls to the Keychain's items of one service.
///
/// Each call returns its status; zero is success. `KeychainSecrets` interprets the statuses.
protocol KeychainItems: Sendable {
    func read(_ name: String) -> (status: Int32, bytes: [UInt8]?)
    func update(_ name: String, _ bytes: [UInt8]) -> Int32
    func add(_ name: String, _ bytes: [UInt8]) -> Int32
    func delete(_ name: String) -> Int32
    func names() -> (status: Int32, names: [String]?)
}
