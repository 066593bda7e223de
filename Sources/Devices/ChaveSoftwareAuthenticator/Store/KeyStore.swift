public import ChaveDeviceKeys

/// Where a software authenticator keeps its credentials, and the small secrets beside them.
///
/// Each method is one step: what it changes is durable when it returns. After a call that throws, the store is as before
/// or as asked, never in between.
public protocol KeyStore: SecretStore {
    /// `nil` when there is none with that id.
    func credential(_ id: [UInt8]) throws(DeviceKeyError) -> DeviceCredential?

    /// All credentials that can be read, the newest first.
    func credentials() throws(DeviceKeyError) -> [DeviceCredential]

    /// - Throws: `.store` when the id is taken, leaving the stored one untouched, or when the credential is longer than
    ///   64 KiB or its id not of 1 to 1,023 bytes.
    func insert(_ credential: DeviceCredential) throws(DeviceKeyError)

    /// Nothing happens when there is none with that id.
    func removeCredential(_ id: [UInt8]) throws(DeviceKeyError)

    /// A signature counter that no earlier call has given out, higher than all of them, whatever crashed in between.
    func nextSignCount(of id: [UInt8]) throws(DeviceKeyError) -> UInt32

    /// Runs `body` while nobody else reads or changes the store; `body` may call the store.
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
