import Crypto

/// The keys of one store's files, each derived once.
///
/// All files of a store normally share one salt. Damage can make up others, and a derivation is costly by design: after
/// a handful of failures no more are tried.
struct StoreKeys {
    private let secret: StoreSecret
    private var found: [SealedFile.KeyParameters: SymmetricKey] = [:]
    private var failed: Set<SealedFile.KeyParameters> = []

    private static let maximumFailures = 8

    init(secret: StoreSecret) { self.secret = secret }

    /// The key that opens files with these parameters and this check; `nil` when ours does not.
    mutating func key(for file: SealedFile) -> SymmetricKey? {
        if let key = found[file.parameters] { return SealedFile.check(key) == file.keyCheck ? key : nil }
        guard !failed.contains(file.parameters), failed.count < StoreKeys.maximumFailures else { return nil }
        guard let key = secret.key(file.parameters), SealedFile.check(key) == file.keyCheck else {
            failed.insert(file.parameters)
            return nil
        }
        found[file.parameters] = key
        return key
    }

    /// A key for the first file of a new store.
    mutating func newKey(salt: [UInt8]) -> (SealedFile.KeyParameters, SymmetricKey)? {
        let parameters = secret.parameters(salt: salt)
        guard let key = secret.key(parameters) else { return nil }
        found[parameters] = key
        return (parameters, key)
    }
}
