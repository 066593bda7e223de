public import ChaveDeviceKeys

/// The store of a software authenticator for its credentials and for small secrets beside them.
///
/// Each method is one step; its change is durable when it returns. After a call that throws, the store has either its
/// old or its new content, never a mixture.
public protocol KeyStore: SecretStore {
    /// The credential with this id; `nil` when there is none.
    func credential(_ id: [UInt8]) throws(DeviceKeyError) -> DeviceCredential?

    /// All readable credentials, the newest first.
    func credentials() throws(DeviceKeyError) -> [DeviceCredential]

    /// Stores a new credential.
    ///
    /// - Throws: `.store` when the id is taken, which leaves the stored credential unchanged; when the credential is
    ///   longer than 64 KiB; or when its id does not have 1 to 1,023 bytes.
    func insert(_ credential: DeviceCredential) throws(DeviceKeyError)

    /// Removes the credential with this id; does nothing when there is none.
    func removeCredential(_ id: [UInt8]) throws(DeviceKeyError)

    /// A signature counter higher than all that earlier calls returned, also across crashes.
    func nextSignCount(of id: [UInt8]) throws(DeviceKeyError) -> UInt32

    /// Runs `body` while no other caller reads or changes the store; `body` may call the store.
    func exclusively<Value>(_ body: () throws(DeviceKeyError) -> Value) throws(DeviceKeyError) -> Value
}

extension DeviceKeyError {
    static var credentialExists: DeviceKeyError {
        DeviceKeyError(.store, "a credential with this id is already stored")
    }

    static var credentialMissing: DeviceKeyError {
        DeviceKeyError(.noCredential, "this credential is no longer stored")
    }

    static var counterUsedUp: DeviceKeyError {
        DeviceKeyError(.notAllowed, "the signature counter of this credential is used up; register a new one")
    }
}
