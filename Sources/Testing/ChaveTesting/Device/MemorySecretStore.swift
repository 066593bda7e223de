import ChaveBase
public import ChaveDeviceKeys

/// A secret store that ends with its process; a test can make it fail.
///
/// Two clients over the same store are the same device: create a second one to test a restart of the app.
public final class MemorySecretStore: SecretStore {
    private struct State {
        var secrets: [String: [UInt8]] = [:]
        var failure: DeviceKeyError?
    }

    private let state = Locked(State())

    /// Creates an empty store, as on a device that has never run the app.
    public init() {}

    /// Makes every later call throw this error, until `nil` ends it: a full disk, a locked Keychain.
    public func fail(_ failure: DeviceKeyError?) { state.withLock { $0.failure = failure } }

    /// Removes all secrets, as on a new device.
    public func removeAll() { state.withLock { $0.secrets = [:] } }

    /// The bytes under this name, if there are any.
    public func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? { try use { $0[name] } }

    /// Sets or replaces the bytes under this name.
    public func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) { try use { $0[name] = bytes } }

    /// Removes the bytes under this name; does nothing when there are none.
    public func removeSecret(_ name: String) throws(DeviceKeyError) { try use { $0[name] = nil } }

    /// All names, sorted.
    public func secretNames() throws(DeviceKeyError) -> [String] { try use { $0.keys.sorted() } }

    private func use<Value>(_ body: (inout [String: [UInt8]]) -> Value) throws(DeviceKeyError) -> Value {
        let result: Result<Value, DeviceKeyError> = state.withLock { state in
            state.failure.map(Result.failure) ?? .success(body(&state.secrets))
        }
        return try result.get()
    }
}

extension MemorySecretStore: CustomStringConvertible {
    /// Shows nothing of the content.
    public var description: String { "MemorySecretStore(<redacted>)" }
}
