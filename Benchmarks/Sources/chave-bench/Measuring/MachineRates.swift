import ChaveJOSE
import Crypto
import Foundation

/// The limits of the machine, measured within the same minutes as the benchmarks that are compared with them.
enum MachineRates {
    /// Measures ECDSA P-256 verifications by the crypto library alone: the key is parsed before, the message hashed as
    /// for an assertion.
    static func rawVerify(seconds: Double) throws -> Measurement {
        let key = P256.Signing.PrivateKey()
        let message = [UInt8](repeating: 7, count: 69)
        let signature = try key.signature(for: message)
        let publicKey = key.publicKey
        return Stopwatch.rate("raw/verify", seconds: seconds) {
            precondition(publicKey.isValidSignature(signature, for: message))
        }
    }

    /// Measures PS256 over a message as banks sign them, with a key of 2,048 bits: what Open Finance's wire cannot go below.
    static func messages(seconds: Double) throws -> [Measurement] {
        let key = try SigningKey.generate(.ps256, keyID: "bench")
        let message = [UInt8](repeating: 7, count: 1_100)
        let signature = try key.signature(over: message)
        let publicKey = key.publicKey
        return [
            try Stopwatch.rate("raw/sign-ps256", seconds: seconds, batch: 10) { _ = try key.signature(over: message) },
            Stopwatch.rate("raw/verify-ps256", seconds: seconds) {
                precondition(publicKey.isValidSignature(signature, over: message))
            },
        ]
    }

    /// Measures appends of 4 KiB with a sync.
    static func sync(in directory: String, seconds: Double) throws -> Measurement {
        let path = "\(directory)/sync-rate"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer {
            close(file)
            unlink(path)
        }
        let block = [UInt8](repeating: 1, count: 4_096)
        return Stopwatch.rate("raw/sync", seconds: seconds, batch: 1) {
            precondition(block.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == block.count)
            precondition(fdatasync(file) == 0)
        }
    }
}
