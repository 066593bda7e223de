/// A store for small secret values beside the keys.
///
/// Each method is independent; its change is durable when it returns.
public protocol SecretStore: Sendable {
    /// The secret with this name; `nil` when there is none: absence is a result, not an error.
    func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]?

    /// Sets or replaces the secret with this name.
    func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError)

    /// Removes the secret with this name; does nothing when there is none.
    func removeSecret(_ name: String) throws(DeviceKeyError)

    /// The names of all readable secrets, sorted.
    func secretNames() throws(DeviceKeyError) -> [String]
}
