/// The chip that keeps keys, as little of it as there is to say: what decides is in `EnclaveSigningKeys`.
protocol Enclave: Sendable {
    /// Whether this device has one.
    var isAvailable: Bool { get }

    /// Why nobody could be asked for a finger, a face or the device's code; `nil` where somebody could.
    func lockFault() -> PlatformFault?

    /// Makes a key whose use asks for the person, and gives it sealed: only this device's chip can open that.
    func makeKey() throws(PlatformFault) -> [UInt8]

    /// The public key as an uncompressed point; nobody is asked.
    func publicKey(of sealed: [UInt8]) throws(PlatformFault) -> [UInt8]

    /// For one signature: what the person agrees to once is not used for another.
    func makeAsk() -> any EnclaveAsk
}

/// One question to the person, and the one signature that a yes releases.
protocol EnclaveAsk: Sendable {
    /// Asks for a finger, a face or the device's code, with `reason` where the system shows one.
    func verify(reason: String) async throws(PlatformFault)

    /// Signs with the key that the person has just released: ECDSA with SHA-256, in DER.
    func sign(_ message: [UInt8], with sealed: [UInt8]) async throws(PlatformFault) -> [UInt8]

    /// Takes the prompt from the screen; from any thread, also while one of the others waits.
    func end()
}
