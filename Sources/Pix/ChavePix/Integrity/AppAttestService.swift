/// Apple's App Attest, as thin as it can be.
protocol AppAttestService: Sendable {
    var isSupported: Bool { get }
    /// The new key's identifier.
    func generateKey() async throws(AppAttestFault) -> String
    /// The attestation object; `hash` has 32 bytes.
    func attest(_ key: String, hash: [UInt8]) async throws(AppAttestFault) -> [UInt8]
    /// The assertion object; `hash` has 32 bytes.
    func assertion(by key: String, hash: [UInt8]) async throws(AppAttestFault) -> [UInt8]
}

/// What went wrong at Apple's, as far as it makes a difference here.
enum AppAttestFault: Error, Hashable {
    case unsupported
    case invalidKey
    case serverUnavailable
    /// Another code of `DCError`, or -1 for another error.
    case other(Int)
}
