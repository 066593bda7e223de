/// The chip that stores keys, with a minimal interface: the decisions are in `EnclaveSigningKeys`.
protocol Enclave: Sendable {
    /// Whether this device has such a chip.
    var isAvailable: Bool { get }

    /// Why the device cannot ask for a finger, a face or its code; `nil` when it can.
    func lockFault() -> PlatformFault?

    /// Makes a key whose use asks the person, and returns it sealed: only this device's chip can open it.
    func makeKey() throws(PlatformFault) -> [UInt8]

    /// The public key as an uncompressed point, without a prompt.
    func publicKey(of sealed: [UInt8]) throws(PlatformFault) -> [UInt8]

    /// Makes a question for one signature: an agreement is never used for another signature.
    func makeAsk() -> any EnclaveAsk
}

/// One question to the person, and the one signature that the person's agreement allows.
protocol EnclaveAsk: Sendable {
    /// Asks for a finger, a face or the device's code, with `reason` where the system shows one.
    func verify(reason: String) async throws(PlatformFault)

    /// Signs with the key that the person has just released: ECDSA with SHA-256, in DER.
    func sign(_ message: [UInt8], with sealed: [UInt8]) async throws(PlatformFault) -> [UInt8]

    /// Removes the prompt from the screen; callable from any thread, also while another call waits.
    func end()
}
