public import ChaveDeviceKeys

/// The P-256 keys of this device's credentials, which are made and used in the key store and never leave it.
public protocol DeviceSigningKeys: Sendable {
    /// Whether the person reads `prompt` before they can agree; Face ID, for example, shows no text.
    ///
    /// When this is false, a second device is approved only with a `PairingApproval`.
    var showsPrompt: Bool { get }

    /// Makes a key and returns its handle, without a prompt.
    func create() async throws(DeviceKeyError) -> String

    /// The public key as an uncompressed point of 65 bytes (SEC 1, section 2.3.3).
    ///
    /// - Throws: `.noCredential` when there is no key with that handle.
    func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8]

    /// Verifies the person with `prompt` and signs: ECDSA with SHA-256 over `message`, in DER.
    ///
    /// The call ends with `.userCancelled` when the person refuses, and soon after its task is cancelled.
    func sign(_ message: [UInt8], with handle: String, prompt: String) async throws(DeviceKeyError) -> [UInt8]

    /// Destroys the key; does nothing when there is no key with that handle.
    func delete(_ handle: String) throws(DeviceKeyError)
}
