import ChaveBase
package import ChaveWire
import Crypto

/// Seals the contents of records, and makes the indexes that find them.
///
/// A record's bytes are bound to its key and version. Bytes that are moved to another record, or put back from an
/// earlier version, do not open. Indexes are digests by a key of their own: equal values are found, and an attacker
/// without the key cannot try values.
///
/// The sealing secret can be replaced: the current secret seals, older secrets open their records, and
/// ``RecordResealing`` moves records to the current one. The indexing secret stays, because new indexes would need
/// every value.
public struct RecordVault: Sendable {
    private let current: SealingKey
    private let keys: [[UInt8]: SymmetricKey]
    private let indexing: SymmetricKey

    /// Makes a vault of secrets of 32 random bytes each, from a file or a variable, never from the database.
    ///
    /// `indexing` is the very first secret, or a secret of its own, and must never change afterwards.
    ///
    /// - Precondition: 32 bytes each.
    public init(current: [UInt8], older: [[UInt8]] = [], indexing: [UInt8]) {
        self.current = SealingKey(current)
        let all = (older.map(SealingKey.init) + [self.current]).map { ($0.id, $0.key) }
        keys = Dictionary(all) { $1 }
        self.indexing = RecordVault.derived(indexing, "chave sign-in indexes")
    }

    /// Makes a vault with one secret for both purposes, before any replacement.
    public init(secret: [UInt8]) { self.init(current: secret, indexing: secret) }

    fileprivate static func derived(_ secret: [UInt8], _ purpose: String, count: Int = 32) -> SymmetricKey {
        precondition(secret.count == 32, "a vault's secret has 32 bytes")
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret),
            info: Array(purpose.utf8),
            outputByteCount: count
        )
    }

    /// Nonce, ciphertext and tag of AES-256-GCM in one, after the id of the key.
    ///
    ///     byte 0      form, always 1
    ///     bytes 1–8   which secret sealed: its key id
    ///     bytes 9–20  nonce
    ///     the rest    ciphertext, and a tag of 16 bytes
    package func seal(
        _ content: JSONObject,
        as key: RecordKey,
        version: Int64,
        randomBytes: (Int) -> [UInt8]
    ) throws(SignInFault) -> [UInt8] {
        do {
            let nonce = try AES.GCM.Nonce(data: randomBytes(12))
            let text = JSONValue.object(content).encoded()
            let place = RecordVault.place(key, version)
            let box = try AES.GCM.seal(text, using: current.key, nonce: nonce, authenticating: place)
            return current.head + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw .damaged(kind: key.kind)
        }
    }

    package func open(_ stored: StoredRecord) throws(SignInFault) -> JSONObject {
        do {
            guard stored.bytes.first == SealingKey.form,
                let key = keys[Array(stored.bytes.dropFirst().prefix(SealingKey.idLength))]
            else { throw SignInFault.damaged(kind: "") }
            let box = try AES.GCM.SealedBox(combined: stored.bytes.dropFirst(SealingKey.headLength))
            let place = RecordVault.place(stored.key, stored.version)
            let text = try AES.GCM.open(box, using: key, authenticating: place)
            guard let content = try JSONValue(parsing: Array(text)).object else { throw SignInFault.damaged(kind: "") }
            return content
        } catch {
            throw .damaged(kind: stored.key.kind)
        }
    }

    /// Whether the current secret sealed these bytes, by their head.
    package func isCurrent(_ bytes: [UInt8]) -> Bool { bytes.starts(with: current.head) }

    package func index(_ index: RecordIndex, kind: String, tenant: TenantID?) -> BlindIndex {
        let scope = index.isGlobal ? "" : tenant?.text ?? ""
        let code = HMAC<SHA256>.authenticationCode(
            for: RecordVault.joined([kind, index.name, scope, index.value]),
            using: indexing
        )
        return BlindIndex(kind: kind, name: index.name, digest: Array(code), isUnique: index.isUnique)
    }

    private static func place(_ key: RecordKey, _ version: Int64) -> [UInt8] {
        joined([key.kind, key.tenant, key.id, String(version)])
    }

    /// The parts, each preceded by its length, so that no two lists of parts give the same bytes.
    private static func joined(_ parts: [String]) -> [UInt8] {
        parts.flatMap { part in
            let bytes = Array(part.utf8)
            return withUnsafeBytes(of: UInt64(bytes.count).bigEndian, Array.init) + bytes
        }
    }
}

/// The key of one secret, with the id that marks its sealed bytes.
private struct SealingKey: Sendable {
    static let form: UInt8 = 1
    static let idLength = 8
    static let headLength = 1 + idLength

    let id: [UInt8]
    let key: SymmetricKey

    init(_ secret: [UInt8]) {
        key = RecordVault.derived(secret, "chave sign-in records")
        id = RecordVault.derived(secret, "chave sign-in key id", count: SealingKey.idLength)
            .withUnsafeBytes { Array($0) }
    }

    /// The bytes before the sealed bytes.
    var head: [UInt8] { [SealingKey.form] + id }
}

extension RecordVault {
    /// Whether this vault's keys open a record, for checking that a database and a key belong together.
    public func opens(_ stored: StoredRecord) -> Bool { (try? open(stored)) != nil }
}
