public import ChaveDeviceKeys

/// The P-256 keys of this device's credentials: made and used where they are, never taken out.
public protocol DeviceSigningKeys: Sendable {
    /// Whether the person reads `prompt` before they can agree; Face ID, for one, shows no text.
    ///
    /// Where it is false a second device is approved only with a `PairingApproval`.
    var showsPrompt: Bool { get }

    /// Makes a key and gives what names it; nobody is asked.
    func create() async throws(DeviceKeyError) -> String

    /// The public key as an uncompressed point of 65 bytes (SEC 1, section 2.3.3).
    ///
    /// - Throws: `.noCredential` when there is no key of that name.
    func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8]

    /// Verifies the person with `prompt` and signs: ECDSA with SHA-256 over `message`, in DER.
    ///
    /// It ends with `.userCancelled` when the person says no and soon after its task is cancelled.
    func sign(_ message: [UInt8], with handle: String, prompt: String) async throws(DeviceKeyError) -> [UInt8]

    /// Destroys the key; nothing happens when there is none of that name.
    func delete(_ handle: String) throws(DeviceKeyError)
}
