import ChaveDeviceKeys
import Crypto
import CryptoExtras

/// The protection of a key store's files.
public enum StoreProtection: Sendable {
    /// A passphrase that a person types.
    case passphrase(String, cost: ScryptCost = .standard)
    /// A file with a random key, created with mode 0600 when absent; for machines without a person to type.
    case keyFile(path: String)
}

/// The passphrase, or the content of the key file.
struct StoreSecret: Sendable {
    private enum Source {
        case passphrase([UInt8], ScryptCost)
        case key([UInt8])
    }

    private let source: Source

    init(passphrase: String, cost: ScryptCost) throws(DeviceKeyError) {
        guard !passphrase.isEmpty else { throw DeviceKeyError(.store, "the passphrase of a key store is not empty") }
        source = .passphrase(Array(passphrase.utf8), cost)
    }

    init(key: [UInt8]) { source = .key(key) }

    /// The key parameters in the header of new files.
    func parameters(salt: [UInt8]) -> SealedFile.KeyParameters {
        switch source {
        case .passphrase(_, let cost): SealedFile.KeyParameters(derivation: .passphrase(cost), salt: salt)
        case .key: SealedFile.KeyParameters(derivation: .keyFile, salt: salt)
        }
    }

    /// The key of files with these parameters; `nil` when they use the other kind of protection.
    func key(_ parameters: SealedFile.KeyParameters) -> SymmetricKey? {
        switch (source, parameters.derivation) {
        case (.passphrase(let passphrase, _), .passphrase(let cost)):
            return try? KDF.Scrypt.deriveKey(
                from: passphrase,
                salt: parameters.salt,
                outputByteCount: 32,
                rounds: cost.rounds,
                blockSize: 8,
                parallelism: 1
            )
        case (.key(let key), .keyFile):
            return HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: key),
                salt: parameters.salt,
                info: Array("chave key store 1".utf8),
                outputByteCount: 32
            )
        case (.passphrase, .keyFile), (.key, .passphrase): return nil
        }
    }
}
