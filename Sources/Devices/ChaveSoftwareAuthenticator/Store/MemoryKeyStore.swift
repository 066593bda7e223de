public import ChaveDeviceKeys
import Foundation

/// A key store that ends with its process: for tests, and for a device without permanent storage.
public final class MemoryKeyStore: KeyStore, @unchecked Sendable {
    // Unchecked: both dictionaries are touched only while `lock` is held.
    private let lock = NSRecursiveLock()
    private var stored: [[UInt8]: DeviceCredential] = [:]
    // The key is the bytes of the name: two names are equal only when their bytes are equal.
    private var secrets: [[UInt8]: [UInt8]] = [:]

    /// Creates an empty store.
    public init() {}

    public func exclusively<Value>(_ body: () throws(DeviceKeyError) -> Value) throws(DeviceKeyError) -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    public func credential(_ id: [UInt8]) throws(DeviceKeyError) -> DeviceCredential? {
        try exclusively { stored[id] }
    }

    public func credentials() throws(DeviceKeyError) -> [DeviceCredential] {
        try exclusively { stored.values.sorted(by: DeviceCredential.isOfferedBefore) }
    }

    public func insert(_ credential: DeviceCredential) throws(DeviceKeyError) {
        try exclusively { () throws(DeviceKeyError) in
            guard stored[credential.id] == nil else { throw .credentialExists }
            _ = try credential.storable()
            stored[credential.id] = credential
        }
    }

    public func removeCredential(_ id: [UInt8]) throws(DeviceKeyError) {
        try exclusively { stored[id] = nil }
    }

    public func nextSignCount(of id: [UInt8]) throws(DeviceKeyError) -> UInt32 {
        try exclusively { () throws(DeviceKeyError) in
            guard var credential = stored[id] else { throw .credentialMissing }
            guard credential.signCount < .max else { throw .counterUsedUp }
            credential.signCount += 1
            stored[id] = credential
            return credential.signCount
        }
    }

    public func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? {
        try exclusively { secrets[Array(name.utf8)] }
    }

    public func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
        try exclusively { secrets[Array(name.utf8)] = bytes }
    }

    public func removeSecret(_ name: String) throws(DeviceKeyError) {
        try exclusively { secrets[Array(name.utf8)] = nil }
    }

    public func secretNames() throws(DeviceKeyError) -> [String] {
        try exclusively { secrets.keys.map { String(decoding: $0, as: UTF8.self) }.sorted() }
    }
}
