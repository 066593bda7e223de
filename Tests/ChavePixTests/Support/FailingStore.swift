import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveTransport

/// A store whose disk fails when a test wants it.
final class FailingStore: SecretStore {
    private let store: MemoryKeyStore
    private let fails = Locked(false)

    init(_ store: MemoryKeyStore) { self.store = store }

    func fail(_ isFailing: Bool) { fails.withLock { $0 = isFailing } }

    private func check() throws(DeviceKeyError) {
        guard !fails.withLock({ $0 }) else { throw DeviceKeyError(.store, "The disk fails.") }
    }

    func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? {
        try check()
        return try store.secret(name)
    }

    func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
        try check()
        try store.setSecret(name, bytes)
    }

    func removeSecret(_ name: String) throws(DeviceKeyError) {
        try check()
        try store.removeSecret(name)
    }

    func secretNames() throws(DeviceKeyError) -> [String] {
        try check()
        return try store.secretNames()
    }
}

extension MemoryKeyStore {
    /// What another client over the same store does when it has its final answers.
    func eraseRequests() throws(DeviceKeyError) {
        for name in try secretNames() where name.hasPrefix("request-") { try removeSecret(name) }
    }
}
