import ChaveBase
public import ChaveDeviceKeys

/// A secret store that ends with its process, and fails when a test wants it to.
///
/// Two clients over the same store are the same device: make a second one to test a restart of the app.
public final class MemorySecretStore: SecretStore {
    private struct State {
        var secrets: [String: [UInt8]] = [:]
        var failure: DeviceKeyError?
    }

    private let state = Locked(State())

    /// An empty store: a device that has never run the app.
    public init() {}

    /// From now on every call throws this, until it is called with `nil`: a disk that is full, a Keychain that is locked.
    public func fail(_ failure: DeviceKeyError?) { state.withLock { $0.failure = failure } }

    /// Forgets everything, as deleting the app does.
    public func removeAll() { state.withLock { $0.secrets = [:] } }

    /// The bytes of that name, if there are any.
    public func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? { try use { $0[name] } }

    /// Sets or replaces.
    public func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) { try use { $0[name] = bytes } }

    /// Removes; nothing happens when there is none of that name.
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
    /// Shows nothing of what is kept.
    public var description: String { "MemorySecretStore(<redacted>)" }
}
