public import ChaveDeviceKeys
import Crypto
import Foundation

/// A key store in a directory, with one sealed file for each credential and secret.
///
/// A file is replaced as a whole: temporary file, sync, rename, sync of the directory. A damaged file is reported by
/// name and does not affect the others. Processes that share a directory take turns for each step, by a lock file.
///
/// The store cannot detect an older copy of a file, with an older signature counter, in the place of the file.
public final class EncryptedKeyStore: KeyStore, @unchecked Sendable {
    // Unchecked: everything mutable is touched only inside `exclusively`.
    private let gate = NSRecursiveLock()
    private var depth = 0
    private var lockDescriptor: Int32 = -1
    private var keys: StoreKeys
    private var writing: (parameters: SealedFile.KeyParameters, key: SymmetricKey)
    private var reserved: [[UInt8]: ClosedRange<UInt32>] = [:]

    private let directory: StoreDirectory
    private let reservation: UInt32

    /// Opens the store in `directory`, and creates the directory when it does not exist.
    ///
    /// - Parameters:
    ///   - directory: a path; other files in the directory are ignored.
    ///   - protection: a passphrase, or the path of a key file.
    ///   - counterReservation: the number of signature counters that one write reserves. More than 1 is for load
    ///     generators: only one process may then use the store, and a crash skips the reserved rest.
    /// - Throws: `.store` when the directory is unusable, when other users can read the key file, or when none of the
    ///   existing files opens.
    public convenience init(
        directory: String,
        protection: StoreProtection,
        counterReservation: UInt32 = 1
    ) throws(DeviceKeyError) {
        try self.init(
            StoreDirectory(path: directory),
            protection: protection,
            counterReservation: counterReservation
        )
    }

    init(
        _ directory: StoreDirectory,
        protection: StoreProtection,
        counterReservation: UInt32 = 1
    ) throws(DeviceKeyError) {
        self.directory = directory
        reservation = max(1, counterReservation)
        let lock = try directory.lock()
        defer { directory.unlock(lock) }
        try directory.removeLeftovers()
        var keys = StoreKeys(secret: try EncryptedKeyStore.secret(protection, directory))
        writing = try EncryptedKeyStore.writingKey(&keys, directory)
        self.keys = keys
    }

    /// The files that do not open, sorted by name.
    public func damagedFiles() throws(DeviceKeyError) -> [DamagedFile] {
        try exclusively { () throws(DeviceKeyError) in
            var damaged: [DamagedFile] = []
            for name in try directory.names() {
                if case .failure(let problem) = content(name) {
                    damaged.append(DamagedFile(name: name, problem: problem))
                }
            }
            return damaged
        }
    }

    public func exclusively<Value>(_ body: () throws(DeviceKeyError) -> Value) throws(DeviceKeyError) -> Value {
        gate.lock()
        defer { gate.unlock() }
        if depth == 0 { lockDescriptor = try directory.lock() }
        depth += 1
        defer {
            depth -= 1
            if depth == 0 { directory.unlock(lockDescriptor) }
        }
        return try body()
    }
}

// MARK: - Credentials

extension EncryptedKeyStore {
    public func credential(_ id: [UInt8]) throws(DeviceKeyError) -> DeviceCredential? {
        try exclusively { () throws(DeviceKeyError) in
            let name = StoreFileName.credential(id)
            switch content(name) {
            case nil: return nil
            case .success(.credential(let credential)): return credential
            case .success(.secret): throw EncryptedKeyStore.damaged(name)
            case .failure: throw EncryptedKeyStore.damaged(name)
            }
        }
    }

    public func credentials() throws(DeviceKeyError) -> [DeviceCredential] {
        try exclusively { () throws(DeviceKeyError) in
            var credentials: [DeviceCredential] = []
            for name in try directory.names() {
                if case .success(.credential(let credential)) = content(name) { credentials.append(credential) }
            }
            return credentials.sorted(by: DeviceCredential.isOfferedBefore)
        }
    }

    public func insert(_ credential: DeviceCredential) throws(DeviceKeyError) {
        try exclusively { () throws(DeviceKeyError) in
            guard content(StoreFileName.credential(credential.id)) == nil else { throw .credentialExists }
            try write(credential)
        }
    }

    public func removeCredential(_ id: [UInt8]) throws(DeviceKeyError) {
        try exclusively { () throws(DeviceKeyError) in
            reserved[id] = nil
            try directory.remove(StoreFileName.credential(id))
        }
    }

    public func nextSignCount(of id: [UInt8]) throws(DeviceKeyError) -> UInt32 {
        try exclusively { () throws(DeviceKeyError) in
            if let left = reserved[id] {
                reserved[id] = left.count > 1 ? left.lowerBound + 1...left.upperBound : nil
                return left.lowerBound
            }
            guard var credential = try credential(id) else { throw .credentialMissing }
            guard credential.signCount < .max else { throw .counterUsedUp }
            let next = credential.signCount + 1
            let last = next.addingReportingOverflow(reservation - 1)
            credential.signCount = last.overflow ? .max : last.partialValue
            // The counter is on disk first: no later failure can give it out again.
            try write(credential)
            reserved[id] = credential.signCount > next ? next + 1...credential.signCount : nil
            return next
        }
    }

    private func write(_ credential: DeviceCredential) throws(DeviceKeyError) {
        try write(credential.storable(), .credential, StoreFileName.credential(credential.id))
    }
}

// MARK: - Secrets

extension EncryptedKeyStore {
    public func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? {
        try exclusively { () throws(DeviceKeyError) in
            let file = StoreFileName.secret(name)
            switch content(file) {
            case nil: return nil
            case .success(.secret(let secret)): return secret.bytes
            case .success(.credential): throw EncryptedKeyStore.damaged(file)
            case .failure: throw EncryptedKeyStore.damaged(file)
            }
        }
    }

    public func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) {
        let secret = StoredSecret(name: name, bytes: bytes)
        guard bytes.count <= StoredSecret.maximumSize else {
            throw DeviceKeyError(.store, "a secret has at most \(StoredSecret.maximumSize) bytes")
        }
        try exclusively { () throws(DeviceKeyError) in
            try write(secret.encoded(), .secret, StoreFileName.secret(name))
        }
    }

    public func removeSecret(_ name: String) throws(DeviceKeyError) {
        try exclusively { () throws(DeviceKeyError) in try directory.remove(StoreFileName.secret(name)) }
    }

    public func secretNames() throws(DeviceKeyError) -> [String] {
        try exclusively { () throws(DeviceKeyError) in
            var names: [String] = []
            for name in try directory.names() {
                if case .success(.secret(let secret)) = content(name) { names.append(secret.name) }
            }
            return names.sorted()
        }
    }
}

// MARK: - Files

extension EncryptedKeyStore {
    private enum Content {
        case credential(DeviceCredential)
        case secret(StoredSecret)
    }

    /// The content of the file; `nil` when there is no file.
    private func content(_ name: String) -> Result<Content, DamagedFile.Problem>? {
        let bytes: [UInt8]
        do {
            guard let read = try directory.read(name, atMost: SealedFile.maximumSize) else { return nil }
            bytes = read
        } catch {
            return .failure(.unreadable)
        }
        guard let file = SealedFile(decoding: bytes) else { return .failure(.notAKeyFile) }
        guard let key = keys.key(for: file) else { return .failure(.otherKey) }
        guard let plain = file.open(key, name: name) else { return .failure(.changed) }
        switch file.kind {
        case .credential:
            guard let credential = DeviceCredential(decoding: plain) else { return .failure(.changed) }
            return .success(.credential(credential))
        case .secret:
            guard let secret = StoredSecret(decoding: plain) else { return .failure(.changed) }
            return .success(.secret(secret))
        }
    }

    private func write(_ content: [UInt8], _ kind: SealedFile.Kind, _ name: String) throws(DeviceKeyError) {
        guard
            let bytes = SealedFile.seal(
                content,
                kind: kind,
                name: name,
                key: writing.key,
                parameters: writing.parameters
            )
        else { throw DeviceKeyError(.store, "\(name) could not be sealed", field: name) }
        try directory.write(name, bytes)
    }

    private static func damaged(_ name: String) -> DeviceKeyError {
        DeviceKeyError(.store, "\(name) is damaged; the other files of the store are usable", field: name)
    }
}

extension DamagedFile.Problem: Error {}

// MARK: - Opening

extension EncryptedKeyStore {
    private static func secret(
        _ protection: StoreProtection,
        _ directory: StoreDirectory
    ) throws(DeviceKeyError) -> StoreSecret {
        switch protection {
        case .passphrase(let passphrase, let cost):
            return try StoreSecret(passphrase: passphrase, cost: cost)
        case .keyFile(let path):
            if let key = try KeyFile.read(path) { return StoreSecret(key: key) }
            guard try directory.names().isEmpty else {
                throw DeviceKeyError(.store, "the key file \(path) is gone, and the store has files", field: path)
            }
            return StoreSecret(key: try KeyFile.make(path, key: RandomBytes.system(KeyFile.size)))
        }
    }

    /// The key of the first file that the store's secret opens; a new key when there are no files.
    private static func writingKey(
        _ keys: inout StoreKeys,
        _ directory: StoreDirectory
    ) throws(DeviceKeyError) -> (parameters: SealedFile.KeyParameters, key: SymmetricKey) {
        let names = try directory.names()
        for name in names {
            guard let bytes = try? directory.read(name, atMost: SealedFile.maximumSize),
                let file = SealedFile(decoding: bytes), let key = keys.key(for: file)
            else { continue }
            return (file.parameters, key)
        }
        guard names.isEmpty else {
            let list = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
            throw DeviceKeyError(
                .store,
                "the passphrase or key file is another, or every file is damaged: \(list)",
                field: names.first
            )
        }
        guard let new = keys.newKey(salt: RandomBytes.system(SealedFile.saltSize)) else {
            throw DeviceKeyError(.store, "no key could be derived")
        }
        return new
    }
}

/// A file of a key store that does not open; the other files stay usable.
public struct DamagedFile: Hashable, Sendable {
    /// The problem of the file.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// Reading the file failed.
        case unreadable
        /// The file is not a file of a key store, or has a version that this program does not know.
        case notAKeyFile = "not_a_key_file"
        /// The file is protected with another passphrase or key file.
        case otherKey = "other_key"
        /// The file's content, name or place was changed.
        case changed
    }

    /// The file's name, without its folder.
    public let name: String
    /// The problem of the file.
    public let problem: Problem
}

/// The system's source of random bytes.
enum RandomBytes {
    static func system(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

/// The names of a store's files, which do not reveal the credential or secret inside.
enum StoreFileName {
    static let suffixes = [".credential", ".secret"]

    static func credential(_ id: [UInt8]) -> String { digest(id) + ".credential" }

    static func secret(_ name: String) -> String { digest(Array(name.utf8)) + ".secret" }

    private static func digest(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
