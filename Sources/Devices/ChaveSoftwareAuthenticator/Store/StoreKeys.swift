import Crypto

/// The keys of one store's files, each derived once.
///
/// All files of a store normally share one salt. Damaged files can have other salts, and each derivation is expensive
/// by design. After eight derivations that opened no file, no more are tried.
struct StoreKeys {
    private let secret: StoreSecret
    private var derived: [SealedFile.KeyParameters: SymmetricKey] = [:]
    /// The parameters whose key a file has confirmed.
    private var confirmed: Set<SealedFile.KeyParameters> = []

    private static let maximumUnconfirmed = 8

    init(secret: StoreSecret) { self.secret = secret }

    /// The key for this file's header; `nil` when the file has another key or its header is damaged.
    mutating func key(for file: SealedFile) -> SymmetricKey? {
        guard let key = key(file.parameters), SealedFile.check(key) == file.keyCheck else { return nil }
        confirmed.insert(file.parameters)
        return key
    }

    /// A key for the first file of a new store.
    mutating func newKey(salt: [UInt8]) -> (SealedFile.KeyParameters, SymmetricKey)? {
        let parameters = secret.parameters(salt: salt)
        guard let key = key(parameters) else { return nil }
        confirmed.insert(parameters)
        return (parameters, key)
    }

    private mutating func key(_ parameters: SealedFile.KeyParameters) -> SymmetricKey? {
        if let key = derived[parameters] { return key }
        guard derived.count - confirmed.count < StoreKeys.maximumUnconfirmed, let key = secret.key(parameters) else {
            return nil
        }
        derived[parameters] = key
        return key
    }
}
