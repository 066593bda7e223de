/// Small sealed values beside the keys.
///
/// Each method stands alone; what it changes is durable when it returns.
public protocol SecretStore: Sendable {
    /// `nil` when there is none of that name: absence is an answer, not an error.
    func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]?

    /// Sets or replaces.
    func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError)

    /// Removes; nothing happens when there is none of that name.
    func removeSecret(_ name: String) throws(DeviceKeyError)

    /// The names of all secrets that can be read, sorted.
    func secretNames() throws(DeviceKeyError) -> [String]
}
