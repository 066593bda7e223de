import Crypto
import Foundation

/// What the machine can do at all, measured in the same minutes as what is compared with it.
enum MachineRates {
    /// ECDSA P-256 verifications by the crypto library alone, key parsed beforehand, message hashed as an assertion's is.
    static func rawVerify(seconds: Double) throws -> Measurement {
        let key = P256.Signing.PrivateKey()
        let message = [UInt8](repeating: 7, count: 69)
        let signature = try key.signature(for: message)
        let publicKey = key.publicKey
        return Stopwatch.rate("raw/verify", seconds: seconds) {
            precondition(publicKey.isValidSignature(signature, for: message))
        }
    }

    /// 4 KiB appended and synced.
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
